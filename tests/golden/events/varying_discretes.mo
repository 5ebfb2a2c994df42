// stage: simulate
// options: --stop 2 --intervals 40
// note: Values of discrete types that change between events, and cause none: they are computed all the time. They kept the value of the last event of something else.
// configs: --method inline:bdf; --method inline:radau5; --method rk4 --step 0.01; --backend interp
// analytic: s = 1 if time > 1.01 else -1
// analytic: n = 1 if time > 1.01 else 0
// analytic: c = 5 if time > 1.01 else 4
// analytic: twice = 10 if time > 1.01 else 8
// analytic: five = 1 if time > 1.01 else 0
// analytic: inAlgorithm = 3 if time > 1.01 else 2
// analytic: branch = 7 if time > 1.01 else 6
// analytic: r.k = 2 if time > 1.01 else 1
// analytic: z = max(0, time - 1.01)
// tolerance: 1e-3
model VaryingDiscretes
  record R
    Real x;
    Integer k;
    Boolean late;
  end R;
  function f
    input Real t;
    output Integer k;
  algorithm
    k := if t > 1.01 then 5 else 4;
  end f;
  function g
    input Real t;
    output R r;
  algorithm
    r := R(2*t, if t > 1.01 then 2 else 1, t > 1.01);
  end g;
  Real x(start = 0, fixed = true);
  Real z(start = 0, fixed = true);
  Integer s = sign(x - 1.01);  // expect-warning@+0: DiscreteComputed
  Integer n = noEvent(if x > 1.01 then 1 else 0);  // expect-warning@+0: DiscreteComputed
  Integer c = f(x);  // expect-warning@+0: DiscreteComputed
  Integer twice = 2*c;  // expect-warning@+0: DiscreteComputed
  Boolean five = c == 5;  // expect-warning@+0: DiscreteComputed
  Integer inAlgorithm;
  Integer branch;
  R r = g(x);
equation
  der(x) = 1;
  der(z) = if r.late then 1 else 0;
algorithm
  inAlgorithm := f(x) - 2;  // expect-warning@+0: DiscreteComputed
  if noEvent(x > 1.01) then
    branch := 7;  // expect-warning@+0: DiscreteComputed
  else
    branch := 6;
  end if;
end VaryingDiscretes;
