// stage: check
// model: M
model M
  // expect-error@+1: UndefinedFunction
  Real x = sine(time);
end M;
