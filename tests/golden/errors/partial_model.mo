// stage: check
// model: M
// expect-error@+1: PartialModel
partial model M
  Real x;
end M;
