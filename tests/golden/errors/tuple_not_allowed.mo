// stage: check
// model: M
model M
  // expect-error@+1: TupleNotAllowed
  Real x = (1, 2);
end M;
