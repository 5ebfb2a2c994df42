// stage: check
// model: M
function f
  input Real a;
  output Real y;
algorithm
  // expect-error@+1: UndefinedName
  y := a*b;
  // expect-error@+1: ConditionNotBoolean
  if a then
    y := 1;
  end if;
end f;
model M
  Real x = f(time);
end M;
