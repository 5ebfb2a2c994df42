// stage: check
// model: M
// note: Inputs without a source are named: connected only with each other, or not at all.
// message: nothing gives the input 's.u', 't.u' a value
// message: nothing gives the input 'r.u' a value
connector RI = input Real;
connector RO = output Real;
block T
  RI u;
  Real x = u;
end T;
block S
  RO y = time;
end S;
// expect-error@+1: Unbalanced
model M
  RI top;
  S source;
  T s, t, r, fed, bound(u = 3), fromTop;
equation
  connect(s.u, t.u);
  connect(source.y, fed.u);
  connect(top, fromTop.u);
end M;
