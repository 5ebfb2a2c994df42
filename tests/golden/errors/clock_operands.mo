// stage: check
// model: M
model M
  Clock c = Clock(1, 10);
  Real u = sample(time, c);
  // expect-error@+1: NeedsVariable
  Real a = previous(2*u);
  // expect-error@+1: ArgumentType
  Real b = sample(c);
  // expect-error@+1: OutsideDomain
  Real d = subSample(u, -1);
  // expect-error@+1: ArgumentType
  Clock e = Clock("fast");
  // expect-error@+1: NoSuchArgument
  Clock f = Clock(intervall = 0.1);
  // expect-error@+1: ArgumentCount
  Real g = shiftSample(u);
  // expect-error@+1: ArgumentType
  Clock h = Clock(c, solverMethod = 3);
end M;
