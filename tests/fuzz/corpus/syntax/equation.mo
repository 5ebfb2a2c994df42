model M
initial equation x = 1;
equation
  (a, , b) = f(x) "comment" annotation(c = 1);
  (if a then b else c) = d;
  if a then b = 1; elseif c then d = 2; else e = 3; end if;
  for i in 1:n, j loop connect(a[i].p, b.q); end for;
  when {a, b} then reinit(x, -pre(v)); elsewhen sample(0, 1) then assert(false, "m\n"); end when;
end M;
