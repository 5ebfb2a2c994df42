// stage: simulate
// options: --stop 1
// model: Redundant
// note: conditions that are one too many and hold, though that is only known when the initial system is solved: nonlinear, about derivatives, about Booleans, and with values of functions
// analytic: x = 1 + time
// analytic: y = (1 + time)^2
// analytic: z = 2
// message: is one too many: the others determine all initial values \(Modelica 3.6, 8.6\)
model Redundant
  Real x(start = 1, fixed = true);
  // expect-warning@+1: RedundantInitialCondition
  Real y(start = 1, fixed = true);
  Real z(start = 1);
  Boolean b = x > 0;
  parameter Boolean off = false;
initial equation
  der(z) = 0;
  // expect-warning@+1: RedundantInitialCondition
  z*z = 4;
  // expect-warning@+1: RedundantInitialCondition
  b = true;
  off = false;
equation
  der(x) = 1;
  y = x^2;
  der(z) = 2 - z;
end Redundant;
