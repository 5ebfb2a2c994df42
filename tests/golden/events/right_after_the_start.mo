// stage: simulate
// options: --start 2.5 --stop 3.5 --intervals 20
// note: time > start is false at the start and its when-clause fires right after it, in whatever way it is written
// analytic: x = time - 2.5
// analytic: y = 4*exp(-(time - 2.5)) if time > 2.5 else 1
// final: a = 1
// final: b = 1
// final: c = 0
// final: d = 1
// final: e = 5
// final: f = 51
// final: g1 = 1
// final: g2 = 0
// final: g3 = 1
// final: h = 3
// final: k = 3
// final: m = 6
// final: n = 1
// tolerance: 1e-5
// configs: --backend interp; --method cvode; --method rk4 --step 0.01; --method inline:bdf; --method inline:radau5
model RightAfterTheStart
  parameter Real t0 = 2.5, T = 0.2;
  Real x(start = 0, fixed = true), y(start = 1, fixed = true), m = if time < t0 then 5 elseif time > t0 then 6 else 7;
  discrete Integer a(start = 0, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true), d(start = 0, fixed = true), e(start = 0);
  discrete Integer f(start = 0, fixed = true), h(start = 0, fixed = true), k(start = 0, fixed = true), n(start = 0, fixed = true);
  discrete Integer g[3](each start = 0, each fixed = true);
  Integer g1 = g[1], g2 = g[2], g3 = g[3];
  Real r = (time - t0)/T, u = min(time - t0, 0.5);
  Boolean after = t0 < time, part = not (time <= t0) and 2*time < 6.2;
initial equation
  pre(e) = 3;
equation
  der(x) = if after then 1 else 100;
  der(y) = -y;
  when 3*time - 7.5 > 0 then
    reinit(y, 4);
  end when;
  when after then
    a = pre(a) + 1;
  end when;
  when part then
    b = pre(b) + 1;
  end when;
  when time >= t0 then
    c = pre(c) + 1;
  end when;
  when not part then
    d = pre(d) + 1;
  end when;
  when {initial(), time > t0} then
    e = pre(e) + 1;
  end when;
  when r > 0 then
    g[1] = pre(g[1]) + 1;
  end when;
  when r >= 0 then
    g[2] = pre(g[2]) + 1;
  end when;
  when 0 > -r then
    g[3] = pre(g[3]) + 1;
  end when;
  when time > t0 then
    h = 1;
  elsewhen time > 3 then
    h = 3;
  end when;
  when {time > t0, time > 2.75, u >= 0.5} then
    k = pre(k) + 1;
  end when;
  when u > 0 then
    n = pre(n) + 1;
  end when;
algorithm
  when -time < -2.5 then
    f := f + 1;
  elsewhen sample(2.5, 0.25) then
    f := f + 10;
  end when;
end RightAfterTheStart;
