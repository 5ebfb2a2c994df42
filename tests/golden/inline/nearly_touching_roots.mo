// stage: simulate
// options: --method inline:bdf --stop 2 --intervals 50 --tolerance 1e-6 --filter ^y$
// analytic: y = sqrt(1e-4 + (time - 1)^2)
// tolerance: 1e-6
// configs: --method ida; --method cvode; --method inline:radau5; --method inline:radau3; --method inline:lobatto4; --method inline:sdirk4; --method inline:trapezoid; --method inline:am3; --method inline:bdf2; --method inline:mixed; --tolerance 1e-3; --method inline:radau5 --tolerance 1e-3; --method inline:sdirk4 --tolerance 1e-3; --backend interp; --method inline:bdf --step 0.04; --method inline:radau5 --step 0.04; --method inline:sdirk4 --step 0.01
// note: y comes as near as 0.01 to its other solution, -y. Steps are as long as x wants them, and where the past is extrapolated beyond zero,
// note: Newton's method finds the other solution at once, which was taken (error 2). The determinant of the Jacobian has another sign there.
model NearlyTouchingRoots
  Real y(start = 1);
  Real x(start = 0, fixed = true);
equation
  y^2 = 1e-4 + (time - 1)^2;
  der(x) = y - x;
end NearlyTouchingRoots;
