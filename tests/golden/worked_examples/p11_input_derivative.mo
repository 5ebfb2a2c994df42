// stage: structure
// options: --method inline:bdf
// note: where the model needs the derivative of an input (seed 002, 8.2), the inlined formula gives it as an implicit difference: solved
// note: for der(u), with the step size in the denominator. Values in every row: tests/python/test_input_derivatives.py
// assert: states == ["q", "$input(u)"]
// assert: inline.step_in_denominator and inline.iteration_variables == 0
model InputDerivative
  input Real u;
  parameter Real C = 2;
  Real v, i, q(start = 0);
equation
  v = u;
  i = C*der(v);
  der(q) = i - q;
end InputDerivative;
