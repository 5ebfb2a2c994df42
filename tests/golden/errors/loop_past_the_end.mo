// stage: check
// model: M
// message: this dimension differs
model M
  Real x[3], y[2] = {1, 2};
equation
  // expect-error@+1: IteratorRangeUnknown
  for i loop
    x[i] = y[i];
  end for;
end M;
