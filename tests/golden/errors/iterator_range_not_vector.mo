// stage: check
// model: M
model M
  Real x[3];
equation
  // expect-error@+1: IteratorRangeNotVector
  for i in 3 loop
    x[i] = i;
  end for;
end M;
