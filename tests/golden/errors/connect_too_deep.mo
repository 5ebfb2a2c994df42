// stage: check
// model: M
// message: the first one is inside a component of a component
connector Pin
  Real v;
  flow Real i;
end Pin;
connector Plug
  Pin pin[2];
end Plug;
model A
  Pin c;
  Plug p;
equation
  c.v = 1;
  p.pin.v = {1, 2};
end A;
model B
  A a;
end B;
model C
  Pin c;
equation
  c.i = 0;
end C;
model M
  B b;
  A a;
  C c, d;
equation
  // expect-error@+1: ConnectIncompatible
  connect(b.a.c, c.c);
  connect(a.p.pin[1], d.c);
end M;
