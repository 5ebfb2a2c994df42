// stage: check
// model: M
connector WithText
  Real v;
  // expect-error@+1: FlowNotReal
  flow String s;
end WithText;
connector NoFlow
  Real p;
  // expect-error@+1: StreamWithoutFlow
  stream Real h;
end NoFlow;
connector TwoFlows
  Real p, q;
  flow Real m, n;
  // expect-error@+1: StreamWithoutFlow
  stream Real h;
end TwoFlows;
expandable connector Bus
  // expect-error@+1: ExpandableFlow
  flow Real m;
end Bus;
connector Hidden
  Real v;
protected
  // expect-error@+1: EquationInClass
  Real w;
end Hidden;
record Data
  Real a = 1;
protected
  // expect-error@+1: EquationInClass
  Real b = 2;
end Data;
model M
  WithText a;
  NoFlow b;
  TwoFlows c;
  Bus d;
  Hidden e;
  Data f;
end M;
