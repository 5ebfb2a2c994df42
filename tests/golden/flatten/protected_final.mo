// stage: flatten
// model: M
// note: Protected elements and final parameters, their values computed from others.
model A
  parameter Real r = 2;
  final parameter Real area = 3*r^2;
protected
  parameter Real half = r/2;
  Real inner_ = half*time;
public
  Real y = inner_ + area;
end A;

model M
  extends A(r = 5);
protected
  A part(r = 7);
end M;
