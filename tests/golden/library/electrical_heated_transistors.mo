// stage: simulate
// options: --stop 1
// tolerance: 1e-6
// note: what the sources give off leaves through the heat ports, and a warm transistor conducts more, a warm channel less
// final: missing = 0
// final: q.ic = 1e-16*(400/300)^3*exp((1 - 300/400)*1.11/0.02585)*exp(0.6/(0.02585*4/3))
// final: m.id = 2e-5/2*(4/3)^(-1.5)*(3 - 0.7 + 2e-3*100)^2
model HeatedTransistors
  import Formola.*;
  Electrical.Semiconductors.NPN q(useHeatPort = true, Bf = 1e9, Br = 1e9, Gmin = 0);
  Electrical.Semiconductors.NMOS m(useHeatPort = true, Gmin = 0);
  Thermal.Sources.FixedTemperature warm(T = 400);
  Electrical.Sources.ConstantVoltage base(V = 0.6);
  Electrical.Sources.ConstantVoltage collector(V = 5);
  Electrical.Sources.ConstantVoltage gate(V = 3);
  Electrical.Ground ground;
  Real missing = base.p.i*base.V + collector.p.i*collector.V + gate.p.i*gate.V + warm.port.Q_flow;
equation
  connect(q.B, base.p);
  connect(q.C, collector.p);
  connect(q.E, ground.p);
  connect(m.D, collector.p);
  connect(m.G, gate.p);
  connect(m.S, ground.p);
  connect(m.B, ground.p);
  connect(base.n, ground.p);
  connect(collector.n, ground.p);
  connect(gate.n, ground.p);
  connect(q.heatPort, warm.port);
  connect(m.heatPort, warm.port);
end HeatedTransistors;
