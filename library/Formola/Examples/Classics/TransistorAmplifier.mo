within Formola.Examples.Classics;
model TransistorAmplifier "Two-stage amplifier, index 1, as a circuit of components"
  extends Icons.Example;
  model Transistor "Simplified transistor: emitter current by the voltage from base to emitter"
    Interfaces.Pin b "Base" annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    Interfaces.Pin c "Collector" annotation (Placement(transformation(extent={{-10,90},{10,110}})));
    Interfaces.Pin e "Emitter" annotation (Placement(transformation(extent={{-10,-110},{10,-90}})));
    parameter Real alpha = 0.99 "Part of the emitter current through the collector";
    parameter Units.Current beta = 1e-6 "Saturation current";
    parameter Units.Voltage UF = 0.026 "Thermal voltage";
    Units.Current f = beta*(exp((b.v - e.v)/UF) - 1) "Emitter current";
  equation
    b.i = (1 - alpha)*f;
    c.i = alpha*f;
    e.i = -f;
    annotation (Icon(graphics={
      Line(points={{-90,0},{-40,0}}, color={0,0,255}),
      Line(points={{-40,50},{-40,-50}}, color={0,0,255}, thickness=1),
      Line(points={{-40,20},{0,60},{0,90}}, color={0,0,255}),
      Line(points={{-40,-20},{0,-60},{0,-90}}, color={0,0,255},
        arrow={Arrow.None, Arrow.Open}),
      Text(extent={{20,20},{150,-20}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p>The characteristic of the test problem: the current
through
the emitter is <code>beta*(exp(u/UF) - 1)</code>, of which the base carries one
percent.</p></html>"));
  end Transistor;
  Formola.Electrical.Sources.SineVoltage input_(V=0.1, f=100) "0.1*sin(200*pi*t)"
    annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
      origin={-80,-60})));
  Formola.Electrical.Sources.ConstantVoltage supply(V=6)
    annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
      origin={-80,20})));
  Formola.Electrical.Ground ground
    annotation (Placement(transformation(extent={{30,-110},{50,-90}})));
  Formola.Electrical.Resistor R0(R=1000)
    annotation (Placement(transformation(extent={{-90,-30},{-70,-10}})));
  Formola.Electrical.Resistor R1(R=9000)
    annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
      origin={-40,-60})));
  Formola.Electrical.Resistor R2(R=9000)
    annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
      origin={-40,20})));
  Formola.Electrical.Resistor R3(R=9000)
    annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
      origin={0,-60})));
  Formola.Electrical.Resistor R4(R=9000)
    annotation (Placement(transformation(extent={{-50,50},{-30,70}})));
  Formola.Electrical.Resistor R5(R=9000)
    annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
      origin={80,-60})));
  Formola.Electrical.Resistor R6(R=9000)
    annotation (Placement(transformation(extent={{-10,50},{10,70}})));
  Formola.Electrical.Resistor R7(R=9000)
    annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
      origin={40,20})));
  Formola.Electrical.Resistor R8(R=9000)
    annotation (Placement(transformation(extent={{-50,90},{-30,110}})));
  Formola.Electrical.Resistor R9(R=9000)
    annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
      origin={80,-20})));
  Formola.Electrical.Capacitor C1(C=1e-6, v(start=-3, fixed=true))
    annotation (Placement(transformation(extent={{-50,-30},{-30,-10}})));
  Formola.Electrical.Capacitor C2(C=2e-6, v(start=3, fixed=true))
    annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
      origin={40,-60})));
  Formola.Electrical.Capacitor C3(C=3e-6, v(start=3, fixed=true))
    annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=90,
      origin={0,20})));
  Formola.Electrical.Capacitor C4(C=4e-6, v(start=3, fixed=true))
    annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
      origin={40,-20})));
  Formola.Electrical.Capacitor C5(C=5e-6, v(start=6, fixed=true))
    annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
      origin={80,60})));
  Transistor T1 annotation (Placement(transformation(extent={{-10,-30},{10,-10}})));
  Transistor T2 annotation (Placement(transformation(extent={{30,50},{50,70}})));
  Units.Voltage y[8] = {C1.p.v, T1.b.v, T1.e.v, T1.c.v, T2.b.v, T2.e.v, T2.c.v, R9.p.v}
    "Potentials of the nodes";
  parameter Real reference[8] = {-0.5562145012262709e-2, 3.006522471903042, 2.849958788608128,
    2.926422536206241, 2.704617865010554, 2.761837778393145, 4.770927631616772, 1.236995868091548}
    "y at time 0.2";
equation
  connect(input_.p, R0.p)
    annotation (Line(points={{-80,-50},{-80,-36},{-96,-36},{-96,-20},{-90,-20}}, color={0,0,255}));
  connect(R0.n, C1.p) annotation (Line(points={{-70,-20},{-50,-20}}, color={0,0,255}));
  connect(C1.n, T1.b) annotation (Line(points={{-30,-20},{-10,-20}}, color={0,0,255}));
  connect(R1.p, T1.b)
    annotation (Line(points={{-40,-50},{-40,-36},{-24,-36},{-24,-20},{-10,-20}}, color={0,0,255}));
  connect(R2.p, supply.p)
    annotation (Line(points={{-40,30},{-40,36},{-80,36},{-80,30}}, color={0,0,255}));
  connect(R2.n, T1.b)
    annotation (Line(points={{-40,10},{-40,-4},{-24,-4},{-24,-20},{-10,-20}}, color={0,0,255}));
  connect(R3.p, T1.e) annotation (Line(points={{0,-50},{0,-30}}, color={0,0,255}));
  connect(C2.p, T1.e)
    annotation (Line(points={{40,-50},{40,-44},{0,-44},{0,-30}}, color={0,0,255}));
  connect(R4.p, supply.p) annotation (Line(points={{-50,60},{-80,60},{-80,30}}, color={0,0,255}));
  connect(R4.n, T1.c)
    annotation (Line(points={{-30,60},{-20,60},{-20,4},{0,4},{0,-10}}, color={0,0,255}));
  connect(C3.p, T1.c) annotation (Line(points={{0,10},{0,-10}}, color={0,0,255}));
  connect(C3.n, T2.b)
    annotation (Line(points={{0,30},{0,44},{24,44},{24,60},{30,60}}, color={0,0,255}));
  connect(R5.p, T2.b)
    annotation (Line(points={{80,-50},{80,-44},{60,-44},{60,44},{24,44},{24,60},{30,60}},
      color={0,0,255}));
  connect(R6.p, supply.p)
    annotation (Line(points={{-10,60},{-16,60},{-16,36},{-80,36},{-80,30}}, color={0,0,255}));
  connect(R6.n, T2.b) annotation (Line(points={{10,60},{30,60}}, color={0,0,255}));
  connect(R7.p, T2.e) annotation (Line(points={{40,30},{40,50}}, color={0,0,255}));
  connect(C4.p, T2.e)
    annotation (Line(points={{40,-10},{40,0},{56,0},{56,36},{40,36},{40,50}}, color={0,0,255}));
  connect(R8.p, supply.p) annotation (Line(points={{-50,100},{-80,100},{-80,30}}, color={0,0,255}));
  connect(R8.n, T2.c) annotation (Line(points={{-30,100},{40,100},{40,70}}, color={0,0,255}));
  connect(C5.p, T2.c) annotation (Line(points={{80,70},{80,76},{40,76},{40,70}}, color={0,0,255}));
  connect(C5.n, R9.p) annotation (Line(points={{80,50},{80,-10}}, color={0,0,255}));
  connect(input_.n, ground.p)
    annotation (Line(points={{-80,-70},{-80,-76},{40,-76},{40,-90}}, color={0,0,255}));
  connect(supply.n, ground.p)
    annotation (Line(points={{-80,10},{-80,-4},{-64,-4},{-64,-76},{40,-76},{40,-90}},
      color={0,0,255}));
  connect(R1.n, ground.p)
    annotation (Line(points={{-40,-70},{-40,-76},{40,-76},{40,-90}}, color={0,0,255}));
  connect(R3.n, ground.p)
    annotation (Line(points={{0,-70},{0,-76},{40,-76},{40,-90}}, color={0,0,255}));
  connect(C2.n, ground.p) annotation (Line(points={{40,-70},{40,-90}}, color={0,0,255}));
  connect(R5.n, ground.p)
    annotation (Line(points={{80,-70},{80,-76},{40,-76},{40,-90}}, color={0,0,255}));
  connect(R7.n, ground.p)
    annotation (Line(points={{40,10},{40,4},{24,4},{24,-76},{40,-76},{40,-90}}, color={0,0,255}));
  connect(C4.n, ground.p)
    annotation (Line(points={{40,-30},{40,-40},{56,-40},{56,-76},{40,-76},{40,-90}},
      color={0,0,255}));
  connect(R9.n, ground.p)
    annotation (Line(points={{80,-30},{80,-40},{56,-40},{56,-76},{40,-76},{40,-90}},
      color={0,0,255}));
  annotation (Diagram(coordinateSystem(extent={{-100,-120},{100,120}})),
    experiment(StopTime=0.2, Tolerance=1e-7),
    Documentation(info="<html><p>P. Rentrop, M. Roche, G. Steinebach, The application of
Rosenbrock-Wanner type methods with stepsize control in differential-algebraic equations, Numer. Math.
55, 1989. The literature states it by eight node equations with a singular capacitance matrix; as a
circuit it has five states, the voltages of its capacitors.</p></html>"));
end TransistorAmplifier;
