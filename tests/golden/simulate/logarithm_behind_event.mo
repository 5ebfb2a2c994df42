// stage: simulate
// note: with its relation as it is z has no value from m = 0 on, which an output point reaches before the crossing is seen.
// options: --tolerance 1e-6 --intervals 3
// analytic: z = log(max(1 - time^2, 0.01))
// configs: --method inline:bdf; --method cvode; --method dopri5; --backend interp
model LogarithmBehindEvent
  Real m = 1 - time^2;
  Real z;
  Boolean low = z < -100;
equation
  z^3 + z = if m > 0.01 then log(m)^3 + log(m) else log(0.01)^3 + log(0.01);
  annotation(experiment(StopTime = 2));
end LogarithmBehindEvent;
