// stage: simulate
// options: --stop 1 --tolerance 1e-8 --filter ^(x|same|last)$
// configs: --method inline:bdf; --backend interp
// analytic: x = exp(-time)
// analytic: same = 1
// final: last = exp(-1) + exp(-0.9)
// tolerance: 1e-6
// note: algorithms that assign to and read elements, also their values before the event, by subscripts known only at run time; the
// note: same with scalars and without subscripts.
model SubscriptsAtRunTime
  Real x(start = 1, fixed = true);
  Real a[2, 3](each start = 0, each fixed = true), total(start = 0, fixed = true), last(start = 0, fixed = true);
  Integer k(start = 0, fixed = true), count[3](each start = 0, each fixed = true);
  Boolean seen[3](each start = false, each fixed = true);
  Real a1(start = 0, fixed = true), a2(start = 0, fixed = true), a3(start = 0, fixed = true);
  Real b1(start = 0, fixed = true), b2(start = 0, fixed = true), b3(start = 0, fixed = true);
  Integer j(start = 0, fixed = true);
  Real same;
equation
  der(x) = -x;
  same = 1 + abs(a[1, 1] - a1) + abs(a[1, 2] - a2) + abs(a[1, 3] - a3) + abs(a[2, 1] - b1) + abs(a[2, 2] - b2) + abs(a[2, 3] - b3)
    + abs(total - (a1 + a2 + a3 + b1 + b2 + b3)) + (if seen[1] == (count[1] > 0) and seen[3] == (count[3] > 0) then 0 else 1)
    + abs(sum(count) - j);
algorithm
  when sample(0, 0.1) then
    k := if pre(k) >= 3 then 1 else pre(k) + 1;
    last := x + (if pre(k) > 0 then pre(a[1, pre(k)]) else 0);
    a[1, k] := x;
    a[2, k] := a[1, k] + pre(a[2, k]);
    count[k] := count[k] + 1;
    seen[k] := true;
    total := 0;
    for row in 1:2 loop
      for column in 1:3 loop
        total := total + a[row, column];
      end for;
    end for;
  end when;
algorithm
  when sample(0, 0.1) then
    j := pre(j) + 1;
    if mod(j, 3) == 1 then
      a1 := x;
      b1 := pre(b1) + x;
    elseif mod(j, 3) == 2 then
      a2 := x;
      b2 := pre(b2) + x;
    else
      a3 := x;
      b3 := pre(b3) + x;
    end if;
  end when;
end SubscriptsAtRunTime;
