// stage: check
// model: M
model M
  Real a = twoBodies(1);
  Real b = withStart(1);
  Real c = withOuter(1);
  inner Real k = 2;
end M;

function twoBodies
  input Real u;
  output Real y;
algorithm
  y := u;
// expect-error@+1: ClassRestriction
algorithm
  y := 2*u;
end twoBodies;

function withStart
  input Real u;
  output Real y;
// expect-error@+1: NotInFunction
initial algorithm
  y := u;
end withStart;

function withOuter
  input Real u;
  output Real y;
protected
  outer Real k;  // expect-error@+0: WrongPrefix
algorithm
  y := u;
end withOuter;
