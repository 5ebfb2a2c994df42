// stage: simulate
// options: --stop 40
// tolerance: 1e-9
// analytic: x = (1 - 2*a)/(exp(-time) - a*b)
// analytic: y = (2*exp(-time) - b)/(exp(-time) - a*b)
// assert: formula_fallbacks > 0
// note: relax() asks for a pivot that never vanishes but becomes small: 4e-18 at the end. The formulas would lose all digits;
// note: where the pivot is small against its row and column, the pivoting solver takes over.
model SmallPivot
  Real x, y;
  Real a(start = 1.5, fixed = true), b(start = 1.25, fixed = true);
equation
  der(a) = -a/400;
  der(b) = -b/400;
  exp(-time)*x + a*relax(y) = 1;
  b*x + y = 2;
end SmallPivot;
