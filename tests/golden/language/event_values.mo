// stage: simulate
// model: M
// note: Order and effect of events: sample, elsewhen, pre, edge, reinit, counters in algorithms.
// final: n = 11
// final: m = 3
// final: late = 1
// final: x = 0.54
// final: k = 3
// final: first = 0.25
model M
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true), late(start = 0, fixed = true);
  Integer k(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
  discrete Real first(start = -1, fixed = true);
  Boolean up = sin(4*3.141592653589793*time - 1e-3) > 0;
equation
  when sample(0, 0.1) then
    n = pre(n) + 1;
  end when;
  when edge(up) then
    m = pre(m) + 1;
  end when;
  when time > 0.25 then
    first = time;
  elsewhen time > 0.75 then
    first = pre(first);
  end when;
  when {time > 0.3, time > 0.9} then
    late = if time > 0.8 then 1 else 0;
  end when;
  der(x) = 1;
  when time > 0.5 then
    reinit(x, 0);
  end when;
algorithm
  when {sample(0.2, 0.3)} then
    k := pre(k) + 1;
  end when;
  annotation(experiment(StopTime = 1.04));
end M;
