// stage: simulate
// options: --method ida
// note: issue 18, point 11: methods that are not inlined cannot give the derivative of an input
// expect-error: InputDerivative
model InputDerivativeRefused
  input Real u;
  Real v, i;
equation
  v = u;
  i = 2*der(v);
end InputDerivativeRefused;
