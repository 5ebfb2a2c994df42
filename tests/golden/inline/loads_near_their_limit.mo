// stage: simulate
// options: --method inline:bdf --stop 2 --intervals 50 --tolerance 1e-6 --filter ^v[12]$
// analytic: v1 = 0.5 + 0.5*sqrt(1e-3 + 0.3*(time - 1)^2)
// analytic: v2 = 0.5 + 0.5*sqrt(1e-3 + 0.3*(time - 1)^2)
// tolerance: 1e-5
// configs: --method ida; --method cvode; --method inline:radau5; --method inline:radau3; --method inline:lobatto4; --method inline:sdirk4; --method inline:trapezoid; --method inline:am3; --method inline:bdf2; --method inline:mixed; --tolerance 1e-3; --method inline:radau5 --tolerance 1e-3; --method inline:sdirk4 --tolerance 1e-3; --backend interp; --method inline:bdf --step 0.04; --method inline:radau5 --step 0.04; --method inline:sdirk4 --step 0.01
// note: loads of constant power behind resistors, with nearly as much power as can be transferred: each has two voltages, and both
// note: loads together may pass to the lower one, which does not change the sign of a determinant.
model LoadsNearTheirLimit
  parameter Real E = 1, R = 0.25;
  Real v1(start = 1), v2(start = 1), i1, i2, p;
  Real x(start = 1, fixed = true);
equation
  p = 1 - 1e-3 - 0.3*(time - 1)^2;
  v1 = E - R*i1;
  v2 = E - R*i2 - 1e-9*i1;
  v1*i1 = p;
  v2*i2 = p;
  der(x) = 1e-2*(v1 + v2 - 2*x);
end LoadsNearTheirLimit;
