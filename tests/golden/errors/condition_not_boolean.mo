// stage: check
// model: M
model M
  // expect-error@+1: ConditionNotBoolean
  Real x = if 1 then 2 else 3;
  Real y;
equation
  // expect-error@+1: ConditionNotBoolean
  if time then
    y = 1;
  else
    y = 2;
  end if;
end M;
