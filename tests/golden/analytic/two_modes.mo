// stage: simulate
// options: --stop 5
// follows: 200 1e-4 1e-6 1e-8
// configs: --backend interp; --method ida:dense; --method cvode; --method dopri5 --backend interp; --method inline:bdf; --method inline:sdirk4 --backend interp; --method inline:radau5; --method inline:lobatto4
// analytic: x1 = (cos(time) + cos(sqrt(3)*time))/2
// analytic: x2 = (cos(time) - cos(sqrt(3)*time))/2
// note: Two masses between three springs: the modes have the frequencies 1 and sqrt(3).
model TwoModes
  Real x1(start = 1, fixed = true), x2(start = 0, fixed = true);
  Real v1(start = 0, fixed = true), v2(start = 0, fixed = true);
equation
  der(x1) = v1;
  der(x2) = v2;
  der(v1) = -x1 + (x2 - x1);
  der(v2) = -x2 - (x2 - x1);
end TwoModes;
