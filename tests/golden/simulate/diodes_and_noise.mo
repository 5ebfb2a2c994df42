// stage: simulate
// options: --stop 2 --tolerance 1e-8 --filter ^(r5|k1).v$
// configs: --method cvode; --method inline:bdf; --method inline:radau5
// assert: state_events < 60
// tolerance: 1e-5
// note: near zero the currents of the ideal diodes are what rounding leaves of voltages of 1e-15,
// note: divided by resistances of 1e-5: no events by that. There were 700 000.
model DiodesAndNoise
  import Formola.Electrical.*;
  Ground g;
  Sources.SineVoltage src(V=8.11, f=1.38);
  Resistor r1(R=8.506);
  Resistor r2(R=7.470);
  Resistor r3(R=10.022);
  Resistor r4(R=17.917);
  Resistor r5(R=16.241);
  IdealDiode d1;
  Capacitor k1(C=0.0019);
  Capacitor k2(C=0.0023);
  IdealDiode d2;
  Semiconductors.Diode real;
  Resistor r6(R=15.939);
  IdealDiode d3;
equation
  connect(g.p, src.n);
  connect(g.p, r1.n);
  connect(g.p, r2.n);
  connect(g.p, r5.n);
  connect(g.p, k1.n);
  connect(g.p, k2.n);
  connect(src.p, r1.p);
  connect(src.p, k2.p);
  connect(src.p, d2.n);
  connect(r2.p, r3.n);
  connect(r2.p, r4.n);
  connect(r2.p, k1.p);
  connect(r2.p, d3.n);
  connect(r3.p, d2.p);
  connect(r3.p, real.n);
  connect(r4.p, d1.n);
  connect(r4.p, real.p);
  connect(r4.p, r6.n);
  connect(r5.p, d1.p);
  connect(r5.p, r6.p);
  connect(r5.p, d3.p);
end DiodesAndNoise;
