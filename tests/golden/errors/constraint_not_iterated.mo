// stage: simulate
// options: --method inline:be --step 0.1
// model: M
model M
  Real x(start = 1, fixed = true);
equation
  der(x) = time;
  // expect-error@+1: ConstraintNotIterated
  x = 1 annotation(__Formola_constraint = true);
end M;
