// stage: check
// model: UnfedInputAmongEmpty
// note: inputs without elements need no value and are not named
// message: nothing gives the input 'last\.u' a value
// expect-error: Unbalanced
connector RealInput = input Real;
block Part
  parameter Integer n = 0;
  RealInput x[n];
end Part;
block Last
  RealInput u;
  Real y = u;
end Last;
model UnfedInputAmongEmpty
  Part a, b, c, d, e, f;
  Last last;
end UnfedInputAmongEmpty;
