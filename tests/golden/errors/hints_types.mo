// stage: check
// note: What to write instead is said for the usual mistakes with types.
// message: div\(a, b\) divides Integers
// message: gives a value as text
// message: without quotes
// message: if b then 1 else 0
// message: true or false, or a comparison
// message: a vector is written
// message: an array is written
// message: is a variable; an element of an array is written x\[
// message: did you mean 'true'
// message: did you mean 'Integer'
// message: 'sin' is a function
// message: a text is written "abc"
// message: did you mean 'integrate'
function integrate
  input Real x;
  output Real y = x;
end integrate;
model M
  Integer n = 3;
  // expect-error@+1: TypeMismatch
  Integer m = n/2;
  // expect-error@+1: TypeMismatch
  String s = 3;
  // expect-error@+1: TypeMismatch
  Real r = "3";
  // expect-error@+1: OperandTypes
  parameter String t = "n = " + 3;
  // expect-error@+1: TypeMismatch
  Real q = n > 2;
  // expect-error@+1: TypeMismatch
  Boolean b = 1;
  // expect-error@+1: DimensionMismatch
  Real x[3] = [1, 2, 3];
  // expect-error@+1: TupleNotAllowed
  Real y[3] = (1, 2, 3);
  // expect-error@+1: UndefinedFunction
  Real z = x(2);
  // expect-error@+1: UndefinedName
  Boolean c = True;
  // expect-error@+1: UndefinedName
  int k = 2;
  // expect-error@+1: UndefinedName
  Real v = sin[time];
  // expect-error@+1: UndefinedName
  parameter String w = 'abc';
  // expect-error@+1: UndefinedFunction
  Real u = integrat(time);
end M;
