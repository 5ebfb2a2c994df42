// stage: simulate
// options: --stop 30 --intervals 20 --filter ^[yz]$
// analytic: y = 5*time + atan(0.1*cos(5*time)/(1 + 0.1*sin(5*time)))
// analytic: z = 3*time + atan(0.1*cos(3*time)/(1 + 0.1*sin(3*time)))
// tolerance: 1e-6
// configs: --method ida; --method cvode; --method dopri5; --method inline:bdf; --method inline:radau5; --method inline:sdirk4; --backend interp
// note: each equation has infinitely many solutions, one for each half turn. No step depends on y and z, and from row to row they turn by more than one:
// note: iterations from the last row ended anywhere, and nobody noticed.
model SolutionsAmongOutputs
  Real x(start = 0, fixed = true);
  Real y(start = 0.1), z(start = 0.1);
equation
  der(x) = 5;
  sin(y - x) = 0.1*cos(y);
  sin(z - 3*time) = 0.1*cos(z);
end SolutionsAmongOutputs;
