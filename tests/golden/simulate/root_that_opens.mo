// stage: simulate
// model: Pump
// options: --stop 1 --intervals 10
// note: the speed that a pressure needs: both start from 0, where the equation has a singular Jacobian
// analytic: speed = time
// tolerance: 1e-5
// configs: --method cvode; --method inline:bdf
model Pump
  Real speed(start = 0);
  Real pressure = time^2;
  Real work(start = 0, fixed = true);
equation
  pressure = speed*abs(speed);
  der(work) = speed;
end Pump;
