// stage: simulate
// options: --tolerance 1e-8
// configs: --method inline:bdf; --method inline:radau5; --method inline:sdirk4; --method inline:trapezoid --tolerance 1e-10; --method cvode; --disable-pass=tearBlocks
// note: a body slides in a bowl through its lowest point, where its height does not tell which way it moves; its energy stays the same.
//   With the speed of the height as a state it lost 1e-5 of it at a tolerance of 1e-8.
// analytic: E = E0
// tolerance: 2e-6
model StateAcrossZero
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
end StateAcrossZero;
