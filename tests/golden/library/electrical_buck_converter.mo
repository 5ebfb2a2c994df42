// stage: simulate
// options: --stop 5e-4 --method inline:bdf --tolerance 1e-8 --filter ^(C.v|L.i)$
// tolerance: 1e-6
// configs: --method inline:radau5; --method ida
// final: C.v = 3.9267544
// final: L.i = 1.5092576
// note: Values on which inline:bdf and inline:radau5 agree at tolerance 1e-10. At an event the transistor goes from conducting to
// note: blocking or back, between the far ends of two steep characteristics. The first trials turn drain and source round, with
// note: a bulk that conducts.
model BuckConverter
  import Formola.Electrical.*;
  Sources.ConstantVoltage supply(V = 12);
  Semiconductors.PMOS mosfet(Kp = 2, W = 1, L = 1, Vto = 2);
  Semiconductors.Diode diode;
  Inductor L(L = 47e-6, i(start = 0, fixed = true));
  Capacitor C(C = 100e-6, v(start = 0, fixed = true));
  Resistor load(R = 3);
  Sources.PulseVoltage gate(V = 12, width = 58, period = 1e-5);
  Ground ground;
equation
  connect(supply.p, mosfet.S);
  connect(supply.p, mosfet.B);
  connect(gate.p, mosfet.G);
  connect(mosfet.D, L.p);
  connect(diode.n, L.p);
  connect(diode.p, ground.p);
  connect(L.n, C.p);
  connect(L.n, load.p);
  connect(C.n, ground.p);
  connect(load.n, ground.p);
  connect(supply.n, ground.p);
  connect(gate.n, ground.p);
end BuckConverter;
