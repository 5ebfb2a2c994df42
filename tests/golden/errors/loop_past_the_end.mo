// stage: check
// model: M
model M
  Real x[3], y[2] = {1, 2};
equation
  for i loop
    // expect-error@+1: IndexOutOfBounds
    x[i] = y[i];
  end for;
end M;
