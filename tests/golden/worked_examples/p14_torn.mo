// stage: structure
// assert: [b.iteration_variables for b in blocks if b.kind == "nonlinear"] == [["x"]]
// note: As p14_not_torn without the declaration: x is torn, since it has a start value.
model Torn
  Real x(start = 1);
  Real y;
equation
  x = 1 + 0.3*sin(y) + 0.1*time;
  y = 0.5*cos(x);
end Torn;
