// stage: check
// message: a comparison is written with '=='
model EqualInCondition
  Integer n = 1;
  Real x;
equation
  // expect-error@+1: ExpectedThen
  if n = 1 then
    x = 1;
  else
    x = 2;
  end if;
end EqualInCondition;
