// stage: check
model UnterminatedString
  // expect-error@+1: UnterminatedString
  parameter Real k = 1 "the gain;
  Real x;
equation
  x = k;
end UnterminatedString;
