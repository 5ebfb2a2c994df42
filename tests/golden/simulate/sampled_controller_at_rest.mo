// stage: simulate
// note: The state of a sampled controller is solved for with the plant that it holds at rest: y = 2 needs u = 1 + log(2).
// options: --stop 1 --tolerance 1e-8 --filter ^(y|u)$
// tolerance: 1e-6
// analytic: y = 2
// analytic: u = 1 + log(2)
// configs: --backend interp; --method cvode; --method inline:bdf
model SampledControllerAtRest
  Real y(start=1.5), u;
  discrete Real e, x(start=0.3), w;
equation
  der(y) = u - 1 - log(y);
  when {initial(), sample(0, 0.1)} then
    e = 2 - y;
    w = pre(x) + 0.1*e;
    u = noEvent(if w + 3*e > 5 then 5 else w + 3*e);
    x = noEvent(if w + 3*e > 5 then 5 - 3*e else w);
  end when;
initial equation
  der(y) = 0;
  pre(x) = x;
end SampledControllerAtRest;
