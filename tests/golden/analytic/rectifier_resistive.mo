// stage: simulate
// options: --stop 3
// follows: 1 1e-4 1e-6
// configs: --backend interp; --method ida:dense; --method cvode; --method dopri5 --backend interp; --method inline:bdf; --method inline:radau5
// analytic: i = max(0, sin(2*pi*time))
// note: Half-wave rectifier of ideal diode and resistor: exact, without states.
model Rectifier
  Formola.Electrical.Sources.SineVoltage source(V = 1, f = 1);
  Formola.Electrical.IdealDiode diode(Ron = 0, Goff = 0);
  Formola.Electrical.Resistor load(R = 1);
  Formola.Electrical.Ground ground;
  Real i = load.i;
equation
  connect(source.p, diode.p);
  connect(diode.n, load.p);
  connect(load.n, source.n);
  connect(source.n, ground.p);
end Rectifier;
