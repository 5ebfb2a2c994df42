// stage: check
// model: M
package P
  constant Real a = 1;
end P;
model A
  Real x = 1;
end A;
function f
  input Real x;
  output Real y;
protected
  // expect-error@+1: ComponentClass
  A a;
algorithm
  y := x;
end f;
record R
  // expect-error@+1: ComponentClass
  A a;
  Real z;
end R;
connector C
  Real p;
  // expect-error@+1: ComponentClass
  A a;
end C;
model M
  // expect-error@+1: ComponentClass
  P p;
  // expect-error@+1: ComponentClass
  f g;
  R r(z = 2);
  C c[2](each p = 1);
  Real y = f(time);
end M;
