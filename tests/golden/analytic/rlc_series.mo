// stage: simulate
// options: --stop 0.02
// follows: 50 1e-4 1e-6 1e-8
// configs: --backend interp; --method ida:dense; --method cvode; --method dopri5 --backend interp; --method inline:bdf; --method inline:sdirk4 --backend interp; --method inline:radau5; --method inline:lobatto4
// analytic: u = 1 - exp(-250*time)*(cos(968.2458365518543*time) + 250/968.2458365518543*sin(968.2458365518543*time))
// note: R = 5, L = 10 mH, C = 100 uF in series: damping 250/s, frequency sqrt(1e6 - 250^2) rad/s.
model RLC
  Formola.Electrical.Sources.ConstantVoltage source(V = 1);
  Formola.Electrical.Resistor r(R = 5);
  Formola.Electrical.Inductor l(L = 0.01, i(start = 0, fixed = true, nominal = 0.1));
  Formola.Electrical.Capacitor c(C = 1e-4, v(start = 0, fixed = true));
  Formola.Electrical.Ground ground;
  Real u = c.v;
equation
  connect(source.p, r.p);
  connect(r.n, l.p);
  connect(l.n, c.p);
  connect(c.n, source.n);
  connect(source.n, ground.p);
end RLC;
