// stage: simulate
// model: Hints
// analytic: x = exp(-time)
// analytic: y = 2*exp(-time)
// tolerance: 1e-5
// note: residue(x) is a term of value zero, relax(y) has the value of y: neither changes the solution.
model Hints
  Real x(start = 1, fixed = true);
  Real y;
equation
  der(x) = -x + residue(der(x));
  relax(y) = 2*x;
end Hints;
