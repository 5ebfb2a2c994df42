// stage: check
// A line that is being typed is told at its end; what stands on the next one is read.
model HalfTyped
  // expect-error@+1: ExpectedExpression
  parameter Real p =
  parameter Real q = 1;
  // expect-error@+1: ExpectedExpression
  Real s = 3*
  Real u;
  // expect-error@+1: UnclosedBracket
  Part part(
  Real v;
  // expect-error@+1: ExpectedName
  extends
  Real w;
  // expect-error@+1: ExpectedName
  import
  Real x;
  // expect-error@+1: ExpectedName
  model M =
  Real y;
equation
  // expect-error@+1: ExpectedExpression
  u =
  v = 2*u;
  // expect-error@+1: ExpectedExpression
  w = x +
  x.y = 2;
end HalfTyped;
