// stage: simulate
// note: friction whose breakaway torque is larger than its sliding torque, in the form of the Modelica Standard
//       Library. At the start of the sliding no mode agrees with itself as long as pre(startForward) is false;
//       the event iteration has to go on with the mode found. Stuck until 2*t = 1.1, then w' = 2*t - 1.
// options: --stop 1 --tolerance 1e-8
// analytic: w = 0 if time < 0.55 else time^2 - time - (0.55^2 - 0.55)
// configs: --method cvode; --backend interp
model FrictionBreakaway
  parameter Real peak = 1.1;
  parameter Real tau0 = 1;
  Real w(start=0, fixed=true);
  Real a, tau, sa;
  Boolean startForward(start=false, fixed=true);
  Boolean locked(start=true);
  Boolean sliding(start=false, fixed=true);
equation
  der(w) = a;
  a = 2*time - tau;
  startForward = not pre(sliding) and (sa > peak*tau0 or pre(startForward) and sa > tau0);
  locked = not (pre(sliding) or startForward);
  a = if locked then 0 else sa - tau0;
  tau = if locked then sa else tau0;
  sliding = (pre(sliding) or startForward) and w > 0;
end FrictionBreakaway;
