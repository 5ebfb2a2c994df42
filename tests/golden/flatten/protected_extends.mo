// stage: flatten
// model: M
// note: A protected extends clause makes all it brings protected; protected components inside components.
model Base
  Real x = time;
  parameter Real k = 1;
end Base;

model Part
  Real y = h.x;
protected
  Base h;
end Part;

model M
protected
  extends Base(k = 2);
public
  Part part;
  Real z = x;
end M;
