// stage: check
// model: M
model M
  Real speed;
equation
  // expect-error@+1: UndefinedName
  speed = 2*sped + 1;
end M;
