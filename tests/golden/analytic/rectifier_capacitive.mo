// stage: simulate
// options: --stop 1
// follows: 100 1e-4 1e-6 1e-8
// configs: --backend interp; --method ida:dense; --method cvode; --method dopri5 --backend interp; --method inline:bdf; --method inline:sdirk4 --backend interp; --method inline:radau5; --method inline:lobatto4
// analytic: u = (sin(2*pi*min(time, 0.37803117365661026) - atan(0.4*pi)) + sin(atan(0.4*pi))*exp(-5*min(time, 0.37803117365661026)))/sqrt(1 + (0.4*pi)^2)
// note: Ideal diode, R = 1 and C = 0.2 in series: the lag of the sine as long as the current is positive, until
// note: t = 0.37803117365661026 (root of the current, by bisection); then the capacitor keeps its charge.
model Rectifier
  Formola.Electrical.Sources.SineVoltage source(V = 1, f = 1);
  Formola.Electrical.IdealDiode diode(Ron = 0, Goff = 0);
  Formola.Electrical.Resistor resistor(R = 1);
  Formola.Electrical.Capacitor capacitor(C = 0.2, v(start = 0, fixed = true));
  Formola.Electrical.Ground ground;
  Real u = capacitor.v;
equation
  connect(source.p, diode.p);
  connect(diode.n, resistor.p);
  connect(resistor.n, capacitor.p);
  connect(capacitor.n, source.n);
  connect(source.n, ground.p);
end Rectifier;
