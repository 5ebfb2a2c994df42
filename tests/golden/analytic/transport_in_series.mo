// stage: simulate
// note: Two pipes one after the other, each with the other's outlet as input, and one so short that the steps are longer
// note: than the medium stays in it. The flow rests between 1.001 and 2.0017.
// options: --stop 6
// follows: 300 1e-4 1e-6
// configs: --backend interp; --method cvode; --method dopri5; --method inline:bdf; --method inline:radau5
// analytic: b1 = max(time - 4.5, 0)^4
// analytic: y = sin(max(time - 0.001, 0))
// analytic: q = 1 - cos(max(time - 0.001, 0))
model TransportInSeries
  Real x(start = 0, fixed = true), fast(start = 0, fixed = true);
  Real v = if time < 1.001 then 1 elseif time < 2.0017 then 0 else 1;
  Real a0, a1, b0, b1, y;
  Real q(start = 0, fixed = true) "nearly the integral of sin";
equation
  der(x) = v;
  (a0, a1) = spatialDistribution(max(time - 2.5, 0)^4, b0, x, v >= 0);
  (b0, b1) = spatialDistribution(a1, 0, x, v >= 0);
  der(fast) = 1000;
  (, y) = spatialDistribution(sin(time), 0, fast, true);
  der(q) = y;
end TransportInSeries;
