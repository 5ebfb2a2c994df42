// stage: check
// message: if ... then ... else
model M
  Real y;
equation
  // expect-error@+2: UnexpectedCharacter
  // expect-error@+1: ExpectedToken
  y = time > 1 ? 2 : 3;
end M;
