// stage: simulate
// model: M
model M
  // expect-warning@+1: OtherSolverMethod
  Real x(start = 1);
equation
  der(x) = -x + sample(0.0, Clock(Clock(1, 10), solverMethod = "ExplicitRungeKutta4"));
end M;
