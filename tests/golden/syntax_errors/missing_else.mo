// stage: check
model MissingElse
  Real x;
equation
  // expect-error@+1: MissingElse
  x = if time > 1 then 1;
end MissingElse;
