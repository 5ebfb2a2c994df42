// stage: check
model ExpectedThen
  Real x;
equation
  // expect-error@+1: ExpectedThen
  if time > 1
    x = 1;
  else
    x = 2;
  end if;
end ExpectedThen;
