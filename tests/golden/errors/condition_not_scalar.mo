// stage: check
// model: Gate
// message: Boolean\[2\]
model Gate
  parameter Boolean open[2] = {true, false};
  Real x if open;  // expect-error@+0: ConditionNotBoolean
  Real y;
  Real z;
equation
  // expect-error@+1: ConditionNotBoolean
  if open then
    y = 1;
  else
    y = 2;
  end if;
algorithm
  // expect-error@+1: ConditionNotBoolean
  if {true, true} then
    z := 1;
  end if;
end Gate;
