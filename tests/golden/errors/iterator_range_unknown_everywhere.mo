// stage: check
// model: M
function f
  input Real u;
  output Real y;
algorithm
  // expect-error@+1: IteratorRangeUnknown
  y := u*sum(i for i);
end f;

model M
  Real x, y, z;
equation
  // expect-error@+1: IteratorRangeUnknown
  for i loop
    x = 1;
  end for;
  // expect-error@+1: IteratorRangeUnknown
  y = sum(2 for i);
  z = f(x);
end M;
