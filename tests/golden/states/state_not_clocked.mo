// stage: structure
// model: M
// note: continuous values come into states by sample(), and differential equations need a clock with a method
model M
  block S
    outer Real x;
    Real y;
  equation
    y = 2*x;
  end S;
  S a;
  inner Real x(start = 1);
  Real h;
equation
  der(x) = -x;
  // expect-error@+1: ClockedAndNot
  h = hold(a.y) + x;
  initialState(a);
  transition(a, a, sample(true, Clock(1, 10)));
end M;
