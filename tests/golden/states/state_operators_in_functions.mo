// stage: check
// model: M
model M
  block S
    Integer n = ticksInState();
  end S;
  function f
    input Real x;
    output Real y;
  algorithm
    // expect-error@+1: NotInFunction
    y := x + timeInState();
  end f;
  S a;
  Real t;
equation
  initialState(a);
  transition(a, a, sample(true, Clock(1, 10)));
  t = f(1);
end M;
