// stage: simulate
// options: --method inline:bdf --stop 2 --tolerance 1e-7
// note: issue 18, point 11: index reduction needs the derivative of an input (seed 002, 8.2); the inlined formula gives it as an
// note: implicit difference. Without a table the input rests at its start value, and nothing flows.
// final: i = 0
// final: v = 0
model InputDerivative
  input Real u;
  parameter Real C = 2;
  Real v, i, q(start = 0);
equation
  v = u;
  i = C*der(v);
  der(q) = i - q;
end InputDerivative;
