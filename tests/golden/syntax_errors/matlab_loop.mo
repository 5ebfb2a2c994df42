// stage: check
model M
  Real x[3];
  Real y;
equation
  // expect-error@+2: ForWithoutIn
  // expect-error@+1: ExpectedLoop
  for i = 1:3
    x[i] = i;
  // expect-error@+1: EndWithoutName
  end
  y = 1;
end M;
