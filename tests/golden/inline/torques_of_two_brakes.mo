// stage: simulate
// options: --method inline:bdf --stop 4.5 --tolerance 1e-6
// analytic: s1 = s2
// tolerance: 5e-4
// configs: --method ida; --method inline:radau5; --method inline:sdirk4
// note: two brakes hold one shaft: only the sum of their torques is determined, and what was nearest to the last values is taken. The
// note: prediction must not extrapolate what is free: rounding errors became a drift, which in HeatLosses of the MSL ended in chattering.
model TorquesOfTwoBrakes
  parameter Real J = 0.1, c = 50, d = 0.01;
  Real w(start = 0, fixed = true), a, s1, s2, tau1, tau2, M;
  Real phi(start = 0, fixed = true), w2(start = 0.3, fixed = true), tc;
  Boolean locked1, locked2;
equation
  locked1 = time < 5;
  locked2 = time < 5;
  der(w) = a;
  a = if locked1 then 0 else s1;
  a = if locked2 then 0 else s2;
  tau1 = if locked1 then s1 else 0.1*w;
  tau2 = if locked2 then s2 else 0.2*w;
  M = sin(time) + 0.1*exp(-w) + tc;
  J*a = M - tau1 - tau2 - 0.01*w^3;
  der(phi) = w2 - w;
  tc = c*phi + d*(w2 - w)*(1 + a^2 + tau1^2*1e-6);
  der(w2) = -tc;
end TorquesOfTwoBrakes;
