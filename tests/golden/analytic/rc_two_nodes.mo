// stage: simulate
// options: --stop 8
// follows: 50 1e-4 1e-6 1e-8
// configs: --backend interp; --method ida:dense; --method cvode; --method dopri5 --backend interp; --method inline:bdf; --method inline:sdirk4 --backend interp; --method inline:radau5; --method inline:lobatto4
// analytic: u1 = 1 - (1 + 1/sqrt(5))/2*exp(-(3 - sqrt(5))/2*time) - (1 - 1/sqrt(5))/2*exp(-(3 + sqrt(5))/2*time)
// analytic: u2 = 1 - (sqrt(5) + 3)/(2*sqrt(5))*exp(-(3 - sqrt(5))/2*time) + (3 - sqrt(5))/(2*sqrt(5))*exp(-(3 + sqrt(5))/2*time)
// note: Ladder of two equal RC sections: eigenvalues (-3 +- sqrt(5))/2.
model Ladder
  Formola.Electrical.Sources.ConstantVoltage source(V = 1);
  Formola.Electrical.Resistor r1(R = 1), r2(R = 1);
  Formola.Electrical.Capacitor c1(C = 1, v(start = 0, fixed = true)), c2(C = 1, v(start = 0, fixed = true));
  Formola.Electrical.Ground ground;
  Real u1 = c1.v, u2 = c2.v;
equation
  connect(source.p, r1.p);
  connect(r1.n, c1.p);
  connect(r1.n, r2.p);
  connect(r2.n, c2.p);
  connect(c1.n, ground.p);
  connect(c2.n, ground.p);
  connect(source.n, ground.p);
end Ladder;
