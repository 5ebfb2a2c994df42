within Formola.Examples.Classics;
model TransistorAmplifier "Two-stage amplifier, index 1, as a circuit of components"
  extends Icons.Example;
  model Transistor "Simplified transistor: emitter current by the voltage from base to emitter"
    Interfaces.Pin b "Base";
    Interfaces.Pin c "Collector";
    Interfaces.Pin e "Emitter";
    parameter Real alpha = 0.99 "Part of the emitter current through the collector";
    parameter Units.Current beta = 1e-6 "Saturation current";
    parameter Units.Voltage UF = 0.026 "Thermal voltage";
    Units.Current f = beta*(exp((b.v - e.v)/UF) - 1) "Emitter current";
  equation
    b.i = (1 - alpha)*f;
    c.i = alpha*f;
    e.i = -f;
    annotation (Documentation(info="<html><p>The characteristic of the test problem: the current
through
the emitter is <code>beta*(exp(u/UF) - 1)</code>, of which the base carries one
percent.</p></html>"));
  end Transistor;
  Formola.Electrical.Sources.SineVoltage input_(V=0.1, f=100) "0.1*sin(200*pi*t)";
  Formola.Electrical.Sources.ConstantVoltage supply(V=6);
  Formola.Electrical.Ground ground;
  Formola.Electrical.Resistor R0(R=1000);
  Formola.Electrical.Resistor R1(R=9000);
  Formola.Electrical.Resistor R2(R=9000);
  Formola.Electrical.Resistor R3(R=9000);
  Formola.Electrical.Resistor R4(R=9000);
  Formola.Electrical.Resistor R5(R=9000);
  Formola.Electrical.Resistor R6(R=9000);
  Formola.Electrical.Resistor R7(R=9000);
  Formola.Electrical.Resistor R8(R=9000);
  Formola.Electrical.Resistor R9(R=9000);
  Formola.Electrical.Capacitor C1(C=1e-6, v(start=-3, fixed=true));
  Formola.Electrical.Capacitor C2(C=2e-6, v(start=3, fixed=true));
  Formola.Electrical.Capacitor C3(C=3e-6, v(start=3, fixed=true));
  Formola.Electrical.Capacitor C4(C=4e-6, v(start=3, fixed=true));
  Formola.Electrical.Capacitor C5(C=5e-6, v(start=6, fixed=true));
  Transistor T1;
  Transistor T2;
  Units.Voltage y[8] = {C1.p.v, T1.b.v, T1.e.v, T1.c.v, T2.b.v, T2.e.v, T2.c.v, R9.p.v}
    "Potentials of the nodes";
  parameter Real reference[8] = {-0.5562145012262709e-2, 3.006522471903042, 2.849958788608128,
    2.926422536206241, 2.704617865010554, 2.761837778393145, 4.770927631616772, 1.236995868091548}
    "y at time 0.2";
equation
  connect(input_.p, R0.p);
  connect(R0.n, C1.p);
  connect(C1.n, T1.b);
  connect(R1.p, T1.b);
  connect(R2.p, supply.p);
  connect(R2.n, T1.b);
  connect(R3.p, T1.e);
  connect(C2.p, T1.e);
  connect(R4.p, supply.p);
  connect(R4.n, T1.c);
  connect(C3.p, T1.c);
  connect(C3.n, T2.b);
  connect(R5.p, T2.b);
  connect(R6.p, supply.p);
  connect(R6.n, T2.b);
  connect(R7.p, T2.e);
  connect(C4.p, T2.e);
  connect(R8.p, supply.p);
  connect(R8.n, T2.c);
  connect(C5.p, T2.c);
  connect(C5.n, R9.p);
  connect(input_.n, ground.p);
  connect(supply.n, ground.p);
  connect(R1.n, ground.p);
  connect(R3.n, ground.p);
  connect(C2.n, ground.p);
  connect(R5.n, ground.p);
  connect(R7.n, ground.p);
  connect(C4.n, ground.p);
  connect(R9.n, ground.p);
  annotation (experiment(StopTime=0.2, Tolerance=1e-7),
    Documentation(info="<html><p>P. Rentrop, M. Roche, G. Steinebach, The application of
Rosenbrock-Wanner type methods with stepsize control in differential-algebraic equations, Numer. Math.
55, 1989. The literature states it by eight node equations with a singular capacitance matrix; as a
circuit it has five states, the voltages of its capacitors.</p></html>"));
end TransistorAmplifier;
