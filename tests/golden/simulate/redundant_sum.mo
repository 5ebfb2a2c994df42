// stage: simulate
// options: --stop 1
// analytic: z = 3*exp(-time)
// analytic: w = 5*exp(-time)
// note: conditions that follow from others by sums are accepted, whichever of them is left over.
model RedundantSum
  parameter Real two = 2;
  Real x(start=1, fixed=true), y(start=two, fixed=true), z(start=3, fixed=true);
  Real w;
initial equation
  w = 2*z - x;
equation
  der(x) = -x;
  der(y) = -y;
  x + y = z;
  w = x + two*y;
end RedundantSum;
