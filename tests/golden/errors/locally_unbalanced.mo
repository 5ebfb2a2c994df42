// stage: check
// model: M
// note: Balanced in total, but not by themselves (4.8): what A lacks B has too much.
connector Pin
  Real v;
  flow Real i;
end Pin;
// expect-warning@+1: LocallyUnbalanced
model A
  Pin p;
  Real x;
equation
  p.v = 1;
end A;
// expect-warning@+1: LocallyUnbalanced
model B
  Pin p;
equation
  p.v = 2*p.i;
  p.i = 3;
end B;
model M
  A a;
  B b;
end M;
