// stage: flatten
// model: M
// note: Several base classes; the same declaration inherited twice counts once; equations of all of them.
partial model Common
  Real u;
  parameter Real k = 1;
end Common;

partial model Left
  extends Common;
  Real l = k*u;
end Left;

partial model Right
  extends Common;
  Real r;
equation
  r = 2*u;
end Right;

model M
  extends Left;
  extends Right;
equation
  u = time;
end M;
