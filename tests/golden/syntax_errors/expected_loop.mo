// stage: check
model ExpectedLoop
  Real x[3];
equation
  // expect-error@+1: ExpectedLoop
  for i in 1:3
    x[i] = i;
  end for;
end ExpectedLoop;
