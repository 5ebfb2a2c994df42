// stage: simulate
// options: --stop 5 --tolerance 1e-8
// tolerance: 1e-4
// configs: --method dopri5
// analytic: pid.y = 0 if time < 1 else 2*(time - 1) + 0.1*(time - 1)^2 + 2*(1 - exp(-10*(time - 1)))
// analytic: pi.y = 0 if time < 1 else 2*(time - 1) + 0.1*(time - 1)^2
// note: A measurement far from zero that does not change is no reason for the derivative part to act. From t = 1 it falls by one
// note: each second: proportional part 2*t, integral part t^2/10, derivative part behind its filter of 0.1 s. Without
// note: a derivative part there is no fast state.
model LimitedPIDAtRest
  Formola.Blocks.Continuous.LimPID pid(k = 2, Ti = 10, Td = 1, yMax = 100);
  Formola.Blocks.Continuous.LimPID pi(k = 2, Ti = 10, Td = 0, yMax = 100);
  Formola.Blocks.Sources.Constant setPoint(k = 350);
  Formola.Blocks.Sources.Ramp measurement(offset = 350, height = -4, duration = 4, startTime = 1);
equation
  connect(setPoint.y, pid.u_s);
  connect(measurement.y, pid.u_m);
  connect(setPoint.y, pi.u_s);
  connect(measurement.y, pi.u_m);
end LimitedPIDAtRest;
