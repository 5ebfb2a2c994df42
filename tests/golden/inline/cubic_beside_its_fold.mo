// stage: simulate
// options: --method inline:bdf --stop 2 --intervals 50 --tolerance 1e-6 --filter ^y$
// analytic: y = 50 + 2*cos(acos((1.9 - 3.85*exp(-((time - 1)/0.05)^2))/2)/3)
// tolerance: 1e-6
// configs: --method ida; --method cvode; --method inline:radau5; --method inline:radau3; --method inline:lobatto4; --method inline:sdirk4; --method inline:trapezoid; --method inline:am3; --method inline:bdf2; --method inline:mixed; --tolerance 1e-3; --method inline:radau5 --tolerance 1e-3; --method inline:sdirk4 --tolerance 1e-3; --backend interp; --method inline:bdf --step 0.04; --method inline:radau5 --step 0.04; --method inline:sdirk4 --step 0.01
// note: y - 50 has three solutions while |c| < 2, of which the upper one is followed, for a moment close to its end at c = -2. The lower one has a
// note: Jacobian of the same sign; it was taken by most methods.
model CubicBesideItsFold
  Real y(start = 52), c;
  Real x(start = 0, fixed = true);
equation
  c = 1.9 - 3.85*exp(-((time - 1)/0.05)^2);
  (y - 50)^3 - 3*(y - 50) = c + 1e-12*x;
  der(x) = 1e-3*(y - x);
end CubicBesideItsFold;
