// stage: check
// model: M
model M
  discrete Real x;
equation
  // expect-error@+1: ConditionNotBoolean
  when time then
    x = 1;
  end when;
end M;
