// stage: flatten
// model: M
// note: when in algorithms with elsewhen and vector conditions, arrays set in when.
model M
  Integer n(start = 0, fixed = true);
  discrete Real t[2](each start = 0, each fixed = true);
  Boolean on(start = false, fixed = true);
algorithm
  when {sample(0, 1), time > 2.5} then
    n := pre(n) + 1;
    t[1] := time;
    t[2] := pre(t[1]);
  elsewhen time > 10 then
    n := 0;
  end when;
  when n >= 2 then
    on := not pre(on);
  end when;
end M;
