// stage: check
// model: M
// message: two integration methods
model M
  Clock c = Clock(1, 10);
  Real x(start = 1), y(start = 1);
equation
  der(x) = -x + sample(0.0, Clock(c, "ImplicitEuler"));
  // expect-error@+1: ClockConflict
  der(y) = -y + sample(0.0, Clock(c, "ExplicitEuler"));
end M;
