// stage: check
// model: Mixer
// note: parameters and constants of connectors meet their like, constants of equal value
// message: 'n' is a parameter in the first and a variable in the second
// message: the constant 'id' has different values
// message: one is an input or output, the other is neither
model Mixer
  Left l;
  Right r;
  Left other(id = 2);
  Causal c;
  Acausal a;
equation
  // expect-error@+1: ConnectIncompatible
  connect(l, r);
  // expect-error@+1: ConnectIncompatible
  connect(l, other);
  // expect-error@+1: ConnectIncompatible
  connect(c, a);
end Mixer;

connector Left
  constant Integer id = 1;
  parameter Real n = 1;
  Real v;
  flow Real i;
end Left;

connector Right
  constant Integer id = 1;
  Real n;
  flow Real j;
  Real v;
  flow Real i;
end Right;

connector Causal
  input Real x;
end Causal;

connector Acausal
  Real x;
  flow Real f;
end Acausal;
