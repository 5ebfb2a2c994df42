// stage: structure
// note: q1 passes through zero, where its coefficient in the differentiated constraint vanishes; that of q2 never does.
// assert: set(states) == {"q1", "v1", "E0"} and not state_sets
model SafeStates
  Real q1(start = 0.5, fixed = true), v1(start = -1, fixed = true);
  Real q2, v2, f, E, E0;
equation
  der(q1) = v1;
  der(q2) = v2;
  q2 + 0.1*sin(q2) = 0.3*cos(q1);
  der(v1) = -q1 - 0.3*sin(q1)*f;
  der(v2) = -2 - (1 + 0.1*cos(q2))*f;
  E = 0.5*(v1^2 + v2^2 + q1^2) + 2*q2;
  der(E0) = 0;
initial equation
  E0 = E;
  annotation(experiment(StopTime = 10));
end SafeStates;
