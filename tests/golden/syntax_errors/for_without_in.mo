// stage: check
model M
  Real x[3], y[3];
equation
  // expect-error@+1: ForWithoutIn
  for i = 1:3 loop
    x[i] = i;
  end for;
algorithm
  // expect-error@+1: ForWithoutIn
  for i := 1:3 loop
    y[i] := i;
  end for;
end M;
