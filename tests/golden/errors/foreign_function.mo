// stage: check
// message: did you mean 'log'
// message: did you mean 'atan'
model M
  // expect-error@+1: UndefinedFunction
  Real x = ln(2);
  // expect-error@+1: UndefinedFunction
  Real y = arctan(2);
end M;
