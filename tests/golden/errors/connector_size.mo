// stage: check
// model: Net
// note: as many flow as potential variables (spec 9.3.1); inputs, outputs, parameters and streams do not count
// message: cannot have 2 potential variables and 1 flow variable
model Net
  Balanced a;
  Wire b;  // expect-error@+0: ClassRestriction
  Cable c;  // expect-error@+0: ClassRestriction
end Net;

connector Balanced
  parameter Real length = 1;
  input Real u = 1;
  Vector e;
  flow Vector f;
end Balanced;

connector Wire
  Real v = 1;
  Real temperature = 300;
  flow Real i;
end Wire;

connector Cable
  parameter Integer n = 3;
  Balanced wires[n];
  flow Real heat[n + 1];
end Cable;

record Vector
  Real x = 1;
  Real y = 2;
end Vector;
