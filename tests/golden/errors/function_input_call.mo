// stage: check
model FunctionInputCall
  partial function F
    input Real x;
    output Real y;
  end F;
  function apply
    input F f;
    input Real x;
    output Real y;
  algorithm
    // expect-error@+1: TooManyArguments
    y := f(x, 3);
    // expect-error@+1: NoSuchArgument
    y := f(z = x);
    // expect-error@+1: MissingArgument
    y := f();
  end apply;
  function g
    extends F;
  algorithm
    y := x;
  end g;
  Real y = apply(g, time);
end FunctionInputCall;
