// stage: simulate
// options: --stop 0.01 --tolerance 1e-8
// note: Three inductors meet in one node: two states. L2 and L3 share the current of L1 as 2 to 1.
// assert: states == 2
// analytic: L1.i = 0.01*(1 - exp(-time*1000/(1 + 2/3)))
// analytic: L3.i = 0.01/3*(1 - exp(-time*1000/(1 + 2/3)))
// tolerance: 1e-5
model InductorCutSet
  Formola.Electrical.Sources.ConstantVoltage source(V = 10);
  Formola.Electrical.Resistor R(R = 1000);
  Formola.Electrical.Inductor L1(L = 1, i(start = 0, fixed = true)), L2(L = 1), L3(L = 2, i(start = 0, fixed = true));
  Formola.Electrical.Ground ground;
equation
  connect(source.p, R.p);
  connect(R.n, L1.p);
  connect(L1.n, L2.p);
  connect(L1.n, L3.p);
  connect(L2.n, ground.p);
  connect(L3.n, ground.p);
  connect(source.n, ground.p);
end InductorCutSet;
