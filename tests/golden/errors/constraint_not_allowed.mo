// stage: check
// model: M
model M
  Real x(start = 1, fixed = true);
  parameter Boolean b = true;
initial equation
  // expect-error@+1: ConstraintNotAllowed
  x = 1 annotation(__Formola_constraint = true);
equation
  der(x) = -x;
  if x > 0.5 then
    // expect-error@+1: ConstraintNotAllowed
    x = 2 annotation(__Formola_constraint = true);
  end if;
end M;
