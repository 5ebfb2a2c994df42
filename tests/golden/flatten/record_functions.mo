// stage: flatten
// model: M
// note: Records extended, used as arguments for base-type inputs, arrays of records from functions, record constants.
record Base
  Real a;
end Base;

record Derived
  extends Base;
  Real b = 2;
end Derived;

function getA
  input Base r;
  output Real y = r.a;
algorithm
end getA;

function make
  input Integer n;
  output Derived d[n];
algorithm
  for i in 1:n loop
    d[i] := Derived(a = i, b = 10*i);
  end for;
end make;

model M
  parameter Derived p(a = 1);
  Real x = getA(Base(time));
  Derived d[2] = make(2);
  constant Derived c = Derived(a = 5);
  Real y = c.b*time + d[2].b;
end M;
