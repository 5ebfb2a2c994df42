// stage: check
// model: M
// note: Specification 12.3: where an impure function may be called. A warning, since the standard library calls print in an equation.
impure function f
  input Real x;
  output Real y;
  external "C" y = sin(x) annotation(Include = "#include <math.h>");
end f;
impure function twice
  input Real x;
  output Real y = 2*f(x);
algorithm
end twice;
model M
  parameter Real p = f(1);
  discrete Real d(start = 0, fixed = true);
  Real z(start = 1);
  // expect-warning@+1: ImpureCall
  Real y = f(time);
initial equation
  z = f(2);
equation
  der(z) = p;
  when time > 1 then
    d = twice(time);
  end when;
end M;
