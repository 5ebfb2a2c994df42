// stage: check
// message: nothing gives its input 'b' a value; bind it, 'function
// message: its input 'a' is String, and is given Real
// message: it has no free input for 'x'
// message: its result 'y' is Real\[2\] where Real is needed
// note: what is given as a function can be called as its type says (specification 3.6, 12.4.2)
model FunctionIncompatible
  partial function F
    input Real x;
    output Real y;
  end F;
  function apply
    input F f;
    input Real x;
    output Real y;
  algorithm
    y := f(x);
  end apply;
  function two
    input Real a;
    input Real b;
    output Real y = a + b;
  algorithm
  end two;
  function text
    input String a;
    output Real y = if a == "a" then 1 else 2;
  algorithm
  end text;
  function one
    input Real a;
    output Real y = a;
  algorithm
  end one;
  function vector
    input Real a;
    output Real y[2] = {a, a};
  algorithm
  end vector;
  function whole
    input Integer a;
    output Real y = a;
  algorithm
  end whole;
  function more
    input Real a;
    input Real b = 2;
    output Integer y = integer(a + b);
  algorithm
  end more;
  // expect-error@+1: FunctionIncompatible
  Real a = apply(two, time);
  // expect-error@+1: FunctionIncompatible
  Real b = apply(text, time);
  // expect-error@+1: FunctionIncompatible
  Real c = apply(function one(a = 1), time);
  // expect-error@+1: FunctionIncompatible
  Real d = apply(vector, time);
  // expect-error@+1: FunctionIncompatible
  Real e = apply(whole, time);
  Real f = apply(more, time);
  Real g = apply(function two(b = 1), time);
end FunctionIncompatible;
