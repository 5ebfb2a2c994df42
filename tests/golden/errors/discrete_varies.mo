// stage: check
// model: M
model M
  // expect-error@+1: DiscreteVaries
  discrete Real d = time;
end M;
