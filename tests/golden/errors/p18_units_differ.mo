// stage: check
// note: issue 18, point 18: a volt is assigned to an ampere, directly, in sums, comparisons, through names without unit, and by start values
// message: units differ: 'i' is in A, but 'u' in V
// message: 'signal' has no declared unit; V follows from here
// message: the argument of 'sin' is to be a pure number, but 'u' is in V
// message: units differ: 'u' is in V, but 'small' in 0.001 V
model UnitsDiffer
  parameter Real R(unit = "Ohm") = 2;
  parameter Real u0(unit = "V") = 1;
  Real u(unit = "V"), i(unit = "A"), p(unit = "W"), small(unit = "mV");
  // expect-warning@+1: UnitsDiffer
  Real q(unit = "kg.m2/(s2.A)", fixed = true, start = u0);
  Real signal, same, angle;
  Boolean high;
equation
  u = 1 + time;
  // expect-warning@+1: UnitsDiffer
  i = u;
  // expect-warning@+1: UnitsDiffer
  p = if time > 1 then u*i else u;
  signal = u;
  // expect-warning@+1: UnitsDiffer
  same = signal + i;
  // expect-warning@+1: UnitsDiffer
  high = signal > i;
  // expect-warning@+1: UnitOfArgument
  angle = sin(u);
  // expect-warning@+1: UnitsDiffer
  u = small;
  der(q) = u;
end UnitsDiffer;
