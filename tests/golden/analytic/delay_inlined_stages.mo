// stage: simulate
// options: --method inline:radau5 --stop 3 --tolerance 1e-7
// configs: --method inline:radau3; --method inline:lobatto4; --backend interp; --method inline:bdf
// tolerance: 2e-5
// analytic: x = 1 - time if time < 1 else 1 - time + (time - 1)^2/2 if time < 2 else 1 - time + (time - 1)^2/2 - (time - 2)^3/6
// analytic: y = exp(-time)
// note: delay() at the stages inside of a step: x' = -x(t - 1) by the method of steps; y delayed by a varying time.
model DelayInlinedStages
  Real x(start = 1, fixed = true);
  Real y(start = 1, fixed = true);
  Real d = 0.5 + 0.2*sin(time);
equation
  der(x) = -delay(x, 1);
  der(y) = -y + (if time > 1 then delay(y, d, 1) - exp(d - time) else 0);
end DelayInlinedStages;
