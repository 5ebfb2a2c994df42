// stage: simulate
// options: --stop 0.01 --tolerance 1e-8
// note: Three capacitors in a loop: two states. Seen from the source C1 is in parallel with C2 and C3 in series, 1 + 2/3 uF.
// assert: states == 2
// analytic: C1.v = 10*(1 - exp(-time/(1000*5/3*1e-6)))
// analytic: C3.v = 10/3*(1 - exp(-time/(1000*5/3*1e-6)))
// tolerance: 1e-6
model CapacitorLoop
  Formola.Electrical.Sources.ConstantVoltage source(V = 10);
  Formola.Electrical.Resistor R(R = 1000);
  Formola.Electrical.Capacitor C1(C = 1e-6, v(start = 0, fixed = true)), C2(C = 1e-6), C3(C = 2e-6, v(start = 0, fixed = true));
  Formola.Electrical.Ground ground;
equation
  connect(source.p, R.p);
  connect(R.n, C1.p);
  connect(R.n, C2.p);
  connect(C2.n, C3.p);
  connect(C1.n, ground.p);
  connect(C3.n, ground.p);
  connect(source.n, ground.p);
end CapacitorLoop;
