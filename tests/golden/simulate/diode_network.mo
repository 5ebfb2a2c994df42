// stage: simulate
// options: --stop 2 --tolerance 1e-6 --filter ^(balance|c6[.]i)$
// configs: --method inline:bdf; --method inline:radau5; --method cvode
// tolerance: 1e-4
// note: where current and voltage of the ideal diode vanish, either of its states is right; its resistance of 1e-5 ohm does not
// note: magnify errors of the iteration
// analytic: balance = 1
// final: c6.i = 0.61842
// assert: steps_accepted < 3000
model DiodeNetwork "An ideal and an exponential diode: iterated on the ideal diode's own variable"
  import Formola.Electrical.*;
  Ground g;
  Sources.SineVoltage src(V=7.82, f=1.44);
  Resistor c1(R=5.549);
  Resistor c2(R=8.396);
  Resistor c3(R=19.372);
  Resistor c4(R=11.876);
  Resistor c5(R=10.341);
  IdealDiode c6;
  Semiconductors.Diode c7;
  Inductor c8(L=1.5722);
  Real balance = 1 + g.p.i "Kirchhoff: no current flows into the ground";
equation
  connect(g.p, src.n);
  connect(g.p, c1.n);
  connect(g.p, c6.p);
  connect(g.p, c8.n);
  connect(src.p, c1.p);
  connect(src.p, c2.n);
  connect(src.p, c3.n);
  connect(src.p, c4.n);
  connect(c2.p, c5.n);
  connect(c2.p, c8.p);
  connect(c4.p, c6.n);
  connect(c4.p, c7.p);
  connect(c5.p, c7.n);
end DiodeNetwork;
