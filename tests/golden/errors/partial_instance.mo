// stage: check
// model: M
partial model Base
  Real x;
end Base;
model M
  // expect-error@+1: PartialInstance
  Base b;
end M;
