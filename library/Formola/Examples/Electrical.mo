within Formola.Examples;
package Electrical "Circuits"
  extends Icons.Package;
  import Formola.Electrical.*;

  model ChargeCapacitor "Capacitor charged through a resistor"
    extends Icons.Example;
    Sources.StepVoltage source(V=10)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-60,0})));
    Resistor resistor(R=1000) annotation (Placement(transformation(extent={{-30,20},{-10,40}})));
    Capacitor capacitor(C=1e-6, v(start=0, fixed=true))
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={20,0})));
    Ground ground annotation (Placement(transformation(extent={{-70,-50},{-50,-30}})));
    Real exact = 10*(1 - exp(-time/1e-3)) "capacitor.v";
  equation
    connect(source.p, resistor.p)
      annotation (Line(points={{-60,10},{-60,30},{-30,30}}, color={0,0,255}));
    connect(resistor.n, capacitor.p)
      annotation (Line(points={{-10,30},{20,30},{20,10}}, color={0,0,255}));
    connect(capacitor.n, source.n)
      annotation (Line(points={{20,-10},{20,-20},{-60,-20},{-60,-10}}, color={0,0,255}));
    connect(source.n, ground.p) annotation (Line(points={{-60,-10},{-60,-30}}, color={0,0,255}));
    annotation (experiment(StopTime=0.005, Tolerance=1e-6),
      Documentation(info="<html><p>Solution: <code>capacitor.v = 10*(1 - exp(-time/(R*C)))</code>
with <code>R*C</code> = 1 ms.</p></html>"));
  end ChargeCapacitor;

  model RLCCircuit "The introductory circuit: two branches at a voltage source"
    extends Icons.Example;
    Sources.ConstantVoltage source(V=1)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={0,0})));
    Resistor R1(R=100) annotation (Placement(transformation(extent={{30,30},{50,50}})));
    Capacitor C(C=0.1e-6, v(start=0, fixed=true))
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={40,0})));
    Resistor R2(R=20)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={0,40})));
    Inductor L(L=1.5e-3, i(start=0, fixed=true))
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-40,0})));
    Ground ground annotation (Placement(transformation(extent={{-10,-50},{10,-30}})));
    Units.Voltage y1 = C.v "Voltage of the capacitor";
    Units.Current y2 = L.i "Current of the inductor";
    Real exact = 1 - exp(-time/1e-5) "y1";
    Real exact2 = (1 - exp(-time*20/1.5e-3))/20 "y2";
  equation
    connect(source.p, R1.p)
      annotation (Line(points={{0,10},{0,20},{16,20},{16,40},{30,40}}, color={0,0,255}));
    connect(R1.n, C.p)
      annotation (Line(points={{50,40},{56,40},{56,16},{40,16},{40,10}}, color={0,0,255}));
    connect(C.n, source.n)
      annotation (Line(points={{40,-10},{40,-16},{0,-16},{0,-10}}, color={0,0,255}));
    connect(source.p, R2.p)
      annotation (Line(points={{0,10},{0,20},{16,20},{16,56},{0,56},{0,50}}, color={0,0,255}));
    connect(R2.n, L.p) annotation (Line(points={{0,30},{0,24},{-40,24},{-40,10}}, color={0,0,255}));
    connect(L.n, source.n)
      annotation (Line(points={{-40,-10},{-40,-16},{0,-16},{0,-10}}, color={0,0,255}));
    connect(source.n, ground.p) annotation (Line(points={{0,-10},{0,-30}}, color={0,0,255}));
    annotation (experiment(StopTime=5e-4, Tolerance=1e-7),
      Documentation(info="<html><p>Solutions: <code>C.v = 1 - exp(-t/(R1*C))</code>, <code>L.i = (1
- exp(-t*R2/L))/R2</code>.</p></html>"));
  end RLCCircuit;

  model VoltageDivider "Two resistors in series: a linear block without states"
    extends Icons.Example;
    Sources.SineVoltage source(V=12, f=1)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-20,0})));
    Resistor R1(R=100) annotation (Placement(transformation(extent={{10,30},{30,50}})));
    Resistor R2(R=20)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={20,0})));
    Ground ground annotation (Placement(transformation(extent={{-30,-50},{-10,-30}})));
    Real exact = 2*sin(2*Constants.pi*time) "R2.v";
  equation
    connect(source.p, R1.p) annotation (Line(points={{-20,10},{-20,40},{10,40}}, color={0,0,255}));
    connect(R1.n, R2.p)
      annotation (Line(points={{30,40},{36,40},{36,16},{20,16},{20,10}}, color={0,0,255}));
    connect(R2.n, source.n)
      annotation (Line(points={{20,-10},{20,-16},{-20,-16},{-20,-10}}, color={0,0,255}));
    connect(source.n, ground.p) annotation (Line(points={{-20,-10},{-20,-30}}, color={0,0,255}));
    annotation (experiment(StopTime=1, Tolerance=1e-6),
      Documentation(info="<html><p>Solution: <code>R2.v = R2/(R1 +
R2)*source.v</code>.</p></html>"));
  end VoltageDivider;

  model ParallelCapacitors "Two capacitors in parallel: index 2, one state"
    extends Icons.Example;
    Sources.SineCurrent source(I=1e-3, f=1000)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=90,
        origin={-40,20})));
    Capacitor C1(C=0.2e-6, v(start=0, fixed=true))
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={0,20})));
    Capacitor C2(C=0.1e-6)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={40,20})));
    Ground ground annotation (Placement(transformation(extent={{-10,-30},{10,-10}})));
    Real exact = 1e-3/(0.3e-6*2*Constants.pi*1000)*(1 - cos(2*Constants.pi*1000*time)) "C1.v";
  equation
    connect(source.n, C1.p)
      annotation (Line(points={{-40,30},{-40,36},{0,36},{0,30}}, color={0,0,255}));
    connect(C1.p, C2.p) annotation (Line(points={{0,30},{0,36},{40,36},{40,30}}, color={0,0,255}));
    connect(C1.n, C2.n) annotation (Line(points={{0,10},{0,4},{40,4},{40,10}}, color={0,0,255}));
    connect(source.p, C1.n)
      annotation (Line(points={{-40,10},{-40,4},{0,4},{0,10}}, color={0,0,255}));
    connect(C1.n, ground.p) annotation (Line(points={{0,10},{0,-10}}, color={0,0,255}));
    annotation (experiment(StopTime=0.002, Tolerance=1e-6),
      Documentation(info="<html><p>Solution: <code>der(C1.v) = i/(C1 + C2)</code>, hence
<code>C1.v = I/((C1 + C2)*omega)*(1 - cos(omega*t))</code>; the current divides as
<code>C1.i = C1/(C1 + C2)*i</code>.</p></html>"));
  end ParallelCapacitors;

  model LCOscillator "Capacitor and inductor in a loop"
    extends Icons.Example;
    Capacitor capacitor(C=1e-6, v(start=1, fixed=true))
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-20,20})));
    Inductor inductor(L=1e-2, i(start=0, fixed=true))
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={20,20})));
    Ground ground annotation (Placement(transformation(extent={{-30,-30},{-10,-10}})));
    Real exact = cos(1e4*time) "capacitor.v";
  equation
    connect(capacitor.p, inductor.p)
      annotation (Line(points={{-20,30},{-20,36},{20,36},{20,30}}, color={0,0,255}));
    connect(capacitor.n, inductor.n)
      annotation (Line(points={{-20,10},{-20,4},{20,4},{20,10}}, color={0,0,255}));
    connect(capacitor.n, ground.p) annotation (Line(points={{-20,10},{-20,-10}}, color={0,0,255}));
    annotation (experiment(StopTime=0.002, Tolerance=1e-8),
      Documentation(info="<html><p>Solution: <code>capacitor.v =
cos(t/sqrt(L*C))</code>.</p></html>"));
  end LCOscillator;

  model CoupledInductors "Transformer with short-circuited secondary winding"
    extends Icons.Example;
    Sources.ConstantVoltage source(V=1)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-40,20})));
    Transformer transformer(L1=2, L2=1, M=1, i1(start=0, fixed=true), i2(start=0, fixed=true))
      annotation (Placement(transformation(extent={{-10,10},{10,30}})));
    Ground ground1 annotation (Placement(transformation(extent={{-50,-30},{-30,-10}})));
    Ground ground2 annotation (Placement(transformation(extent={{30,-30},{50,-10}})));
    Real exact = time "transformer.i1";
  equation
    connect(source.p, transformer.p1)
      annotation (Line(points={{-40,30},{-40,36},{-16,36},{-16,30},{-10,30}}, color={0,0,255}));
    connect(source.n, transformer.n1)
      annotation (Line(points={{-40,10},{-40,4},{-16,4},{-16,10},{-10,10}}, color={0,0,255}));
    connect(source.n, ground1.p) annotation (Line(points={{-40,10},{-40,-10}}, color={0,0,255}));
    connect(transformer.p2, transformer.n2)
      annotation (Line(points={{10,30},{16,30},{16,10},{10,10}}, color={0,0,255}));
    connect(transformer.n2, ground2.p)
      annotation (Line(points={{10,10},{40,10},{40,-10}}, color={0,0,255}));
    annotation (experiment(StopTime=1, Tolerance=1e-6),
      Documentation(info="<html><p>The short circuit leaves the inductance <code>L1 - M^2/L2 =
1</code>. Solution:
<code>i1 = t</code>, <code>i2 = -t</code>.</p></html>"));
  end CoupledInductors;

  model LoadedIdealTransformer "Ideal transformer with a resistor and controlled sources"
    extends Icons.Example;
    Sources.SineVoltage source(V=10, f=1)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-40,20})));
    Resistor line(R=4) annotation (Placement(transformation(extent={{-50,50},{-30,70}})));
    IdealTransformer transformer(n=2)
      annotation (Placement(transformation(extent={{-10,10},{10,30}})));
    Resistor load(R=1)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={0,-20})));
    Sources.VCVS vcvs(gain=3) annotation (Placement(transformation(extent={{30,-30},{50,-10}})));
    Resistor vLoad(R=1)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={80,-20})));
    Sources.VCCS vccs(transConductance=0.5)
      annotation (Placement(transformation(extent={{-30,-30},{-50,-10}})));
    Conductor iLoad(G=0.25)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-80,-20})));
    Ground ground annotation (Placement(transformation(extent={{-10,-70},{10,-50}})));
    Real exact = 2.5*sin(2*Constants.pi*time) "load.v";
  equation
    connect(source.p, line.p)
      annotation (Line(points={{-40,30},{-40,44},{-56,44},{-56,60},{-50,60}}, color={0,0,255}));
    connect(line.n, transformer.p1)
      annotation (Line(points={{-30,60},{-16,60},{-16,30},{-10,30}}, color={0,0,255}));
    connect(source.n, transformer.n1)
      annotation (Line(points={{-40,10},{-40,4},{-16,4},{-16,10},{-10,10}}, color={0,0,255}));
    connect(transformer.p2, load.p)
      annotation (Line(points={{10,30},{16,30},{16,-4},{0,-4},{0,-10}}, color={0,0,255}));
    connect(transformer.n2, load.n)
      annotation (Line(points={{10,10},{20,10},{20,-36},{0,-36},{0,-30}}, color={0,0,255}));
    connect(load.p, vcvs.p1)
      annotation (Line(points={{0,-10},{0,-4},{24,-4},{24,-10},{30,-10}}, color={0,0,255}));
    connect(load.n, vcvs.n1)
      annotation (Line(points={{0,-30},{0,-36},{20,-36},{20,-30},{30,-30}}, color={0,0,255}));
    connect(vcvs.p2, vLoad.p)
      annotation (Line(points={{50,-10},{64,-10},{64,-4},{80,-4},{80,-10}}, color={0,0,255}));
    connect(vcvs.n2, vLoad.n)
      annotation (Line(points={{50,-30},{56,-30},{56,-36},{80,-36},{80,-30}}, color={0,0,255}));
    connect(load.p, vccs.p1)
      annotation (Line(points={{0,-10},{0,-4},{-24,-4},{-24,-10},{-30,-10}}, color={0,0,255}));
    connect(load.n, vccs.n1)
      annotation (Line(points={{0,-30},{0,-36},{-24,-36},{-24,-30},{-30,-30}}, color={0,0,255}));
    connect(vccs.p2, iLoad.p)
      annotation (Line(points={{-50,-10},{-64,-10},{-64,-4},{-80,-4},{-80,-10}}, color={0,0,255}));
    connect(vccs.n2, iLoad.n)
      annotation (Line(points={{-50,-30},{-56,-30},{-56,-36},{-80,-36},{-80,-30}},
        color={0,0,255}));
    connect(source.n, ground.p)
      annotation (Line(points={{-40,10},{-40,4},{-16,4},{-16,-36},{0,-36},{0,-50}},
        color={0,0,255}));
    connect(load.n, ground.p) annotation (Line(points={{0,-30},{0,-50}}, color={0,0,255}));
    connect(vLoad.n, ground.p)
      annotation (Line(points={{80,-30},{80,-36},{0,-36},{0,-50}}, color={0,0,255}));
    connect(iLoad.n, ground.p)
      annotation (Line(points={{-80,-30},{-80,-36},{0,-36},{0,-50}}, color={0,0,255}));
    annotation (experiment(StopTime=1, Tolerance=1e-6),
      Documentation(info="<html><p>The load appears as <code>n^2*1 = 4</code> Ohm on the primary
side. Solution:
<code>load.v = 10/2/2*sin(2*pi*t)</code>, <code>vLoad.v = 3*load.v</code>, <code>iLoad.v =
-2*load.v</code>.</p></html>"));
  end LoadedIdealTransformer;

  model HalfWaveRectifier "Ideal diode with resistive load"
    extends Icons.Example;
    Sources.SineVoltage source(V=1, f=1)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-20,0})));
    IdealDiode diode(Ron=0, Goff=0)
      annotation (Placement(transformation(extent={{10,30},{30,50}})));
    Resistor load(R=1)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={20,0})));
    Ground ground annotation (Placement(transformation(extent={{-30,-50},{-10,-30}})));
    Real exact = max(sin(2*Constants.pi*time), 0) "load.v";
  equation
    connect(source.p, diode.p)
      annotation (Line(points={{-20,10},{-20,40},{10,40}}, color={0,0,255}));
    connect(diode.n, load.p)
      annotation (Line(points={{30,40},{36,40},{36,16},{20,16},{20,10}}, color={0,0,255}));
    connect(load.n, source.n)
      annotation (Line(points={{20,-10},{20,-16},{-20,-16},{-20,-10}}, color={0,0,255}));
    connect(source.n, ground.p) annotation (Line(points={{-20,-10},{-20,-30}}, color={0,0,255}));
    annotation (experiment(StopTime=2, Tolerance=1e-6),
      Documentation(info="<html><p>Solution: <code>load.v = max(source.v, 0)</code>.</p></html>"));
  end HalfWaveRectifier;

  model SmoothedRectifier "Bridge of ideal diodes with capacitor and load"
    extends Icons.Example;
    Sources.SineVoltage source(V=10, f=50)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-40,60})));
    Resistor inner_R(R=0.5)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={0,60})));
    IdealDiode D1
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={0,20})));
    IdealDiode D2
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=90,
        origin={40,20})));
    IdealDiode D3
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-40,20})));
    IdealDiode D4
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=90,
        origin={-40,-20})));
    Capacitor capacitor(C=1e-3, v(start=0, fixed=true))
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={0,-20})));
    Resistor load(R=100)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={40,-20})));
    Ground ground annotation (Placement(transformation(extent={{-10,-70},{10,-50}})));
  equation
    connect(source.p, inner_R.p)
      annotation (Line(points={{-40,70},{-40,76},{0,76},{0,70}}, color={0,0,255}));
    connect(inner_R.n, D1.p) annotation (Line(points={{0,50},{0,30}}, color={0,0,255}));
    connect(inner_R.n, D2.n)
      annotation (Line(points={{0,50},{0,36},{40,36},{40,30}}, color={0,0,255}));
    connect(source.n, D3.p) annotation (Line(points={{-40,50},{-40,30}}, color={0,0,255}));
    connect(source.n, D4.n)
      annotation (Line(points={{-40,50},{-40,36},{-56,36},{-56,-4},{-40,-4},{-40,-10}},
        color={0,0,255}));
    connect(D1.n, capacitor.p) annotation (Line(points={{0,10},{0,-10}}, color={0,0,255}));
    connect(D3.n, capacitor.p)
      annotation (Line(points={{-40,10},{-40,4},{0,4},{0,-10}}, color={0,0,255}));
    connect(D2.p, capacitor.n)
      annotation (Line(points={{40,10},{40,0},{24,0},{24,-36},{0,-36},{0,-30}}, color={0,0,255}));
    connect(D4.p, capacitor.n)
      annotation (Line(points={{-40,-30},{-40,-36},{0,-36},{0,-30}}, color={0,0,255}));
    connect(capacitor.p, load.p)
      annotation (Line(points={{0,-10},{0,-4},{40,-4},{40,-10}}, color={0,0,255}));
    connect(capacitor.n, load.n)
      annotation (Line(points={{0,-30},{0,-36},{40,-36},{40,-30}}, color={0,0,255}));
    connect(capacitor.n, ground.p) annotation (Line(points={{0,-30},{0,-50}}, color={0,0,255}));
    annotation (experiment(StopTime=0.1, Tolerance=1e-6),
      Documentation(info="<html><p>Four mixed blocks of modes. After some periods
<code>capacitor.v</code> stays between
9 and 10 V.</p></html>"));
  end SmoothedRectifier;

  model PhaseControl "Thyristor fired at a quarter of each period"
    extends Icons.Example;
    Sources.SineVoltage source(V=1, f=1)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={0,0})));
    IdealThyristor thyristor(Ron=0, Goff=0)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=90,
        origin={0,40})));
    Resistor load(R=1)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={40,0})));
    Ground ground annotation (Placement(transformation(extent={{-10,-50},{10,-30}})));
    Formola.Blocks.Sources.BooleanPulse gate(period=1, width=10, startTime=0.25)
      annotation (Placement(transformation(extent={{-50,30},{-30,50}})));
  equation
    connect(source.p, thyristor.p) annotation (Line(points={{0,10},{0,30}}, color={0,0,255}));
    connect(thyristor.n, load.p)
      annotation (Line(points={{0,50},{0,56},{40,56},{40,10}}, color={0,0,255}));
    connect(load.n, source.n)
      annotation (Line(points={{40,-10},{40,-16},{0,-16},{0,-10}}, color={0,0,255}));
    connect(source.n, ground.p) annotation (Line(points={{0,-10},{0,-30}}, color={0,0,255}));
    connect(gate.y, thyristor.fire)
      annotation (Line(points={{-29,40},{-16,40},{-16,46},{-11,46}}, color={255,0,255}));
    annotation (experiment(StopTime=2, Tolerance=1e-6),
      Documentation(info="<html><p>The load sees the sine from 0.25 to 0.5 of each period, else
zero.</p></html>"));
  end PhaseControl;

  model SwitchedInductor "Inductor with switch and freewheeling diode"
    extends Icons.Example;
    Sources.ConstantVoltage source(V=10)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-20,0})));
    Switch switch(Ron=0, Goff=0)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=90,
        origin={-20,40})));
    IdealDiode diode(Ron=0, Goff=0)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=90,
        origin={20,0})));
    Inductor inductor(L=0.1, i(start=0, fixed=true))
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=90,
        origin={20,40})));
    Resistor resistor(R=10)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={60,40})));
    Ground ground annotation (Placement(transformation(extent={{-30,-50},{-10,-30}})));
    Sensors.CurrentSensor ammeter
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={60,0})));
    Formola.Blocks.Sources.BooleanStep open(startTime=0.05, startValue=true)
      annotation (Placement(transformation(extent={{-70,30},{-50,50}})));
    Real exact = if time < 0.05 then 1 - exp(-100*time) else (1 - exp(-5))*exp(-100*(time - 0.05))
      "inductor.i";
  equation
    connect(source.p, switch.p) annotation (Line(points={{-20,10},{-20,30}}, color={0,0,255}));
    connect(switch.n, inductor.p)
      annotation (Line(points={{-20,50},{-20,56},{4,56},{4,24},{20,24},{20,30}}, color={0,0,255}));
    connect(inductor.n, resistor.p)
      annotation (Line(points={{20,50},{20,56},{60,56},{60,50}}, color={0,0,255}));
    connect(resistor.n, ammeter.p) annotation (Line(points={{60,30},{60,10}}, color={0,0,255}));
    connect(ammeter.n, source.n)
      annotation (Line(points={{60,-10},{60,-16},{-20,-16},{-20,-10}}, color={0,0,255}));
    connect(diode.n, inductor.p) annotation (Line(points={{20,10},{20,30}}, color={0,0,255}));
    connect(diode.p, source.n)
      annotation (Line(points={{20,-10},{20,-16},{-20,-16},{-20,-10}}, color={0,0,255}));
    connect(source.n, ground.p) annotation (Line(points={{-20,-10},{-20,-30}}, color={0,0,255}));
    connect(open.y, switch.closed) annotation (Line(points={{-49,40},{-31,40}}, color={255,0,255}));
    annotation (experiment(StopTime=0.1, Tolerance=1e-6),
      Documentation(info="<html><p>The current rises as <code>1 - exp(-R/L*t)</code> until the
switch opens at 0.05 s and then
decays through the diode with the same time constant.</p></html>"));
  end SwitchedInductor;

  model InvertingAmplifier "Amplifier with an ideal operational amplifier"
    extends Icons.Example;
    Sources.SineVoltage source(V=1, f=1)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-40,0})));
    Resistor R1(R=1000) annotation (Placement(transformation(extent={{-50,30},{-30,50}})));
    Resistor R2(R=10000) annotation (Placement(transformation(extent={{-10,30},{10,50}})));
    IdealOpAmp amplifier annotation (Placement(transformation(extent={{-10,-10},{10,10}})));
    Resistor load(R=100)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={40,0})));
    Ground ground annotation (Placement(transformation(extent={{-50,-50},{-30,-30}})));
    Sensors.PotentialSensor output_
      annotation (Placement(transformation(extent={{30,30},{50,50}})));
    Real exact = -10*sin(2*Constants.pi*time) "output_.phi";
  equation
    connect(source.p, R1.p)
      annotation (Line(points={{-40,10},{-40,24},{-56,24},{-56,40},{-50,40}}, color={0,0,255}));
    connect(R1.n, amplifier.in_n)
      annotation (Line(points={{-30,40},{-16,40},{-16,6},{-10,6}}, color={0,0,255}));
    connect(R1.n, R2.p) annotation (Line(points={{-30,40},{-10,40}}, color={0,0,255}));
    connect(R2.n, amplifier.out)
      annotation (Line(points={{10,40},{16,40},{16,0},{10,0}}, color={0,0,255}));
    connect(amplifier.out, load.p)
      annotation (Line(points={{10,0},{16,0},{16,16},{40,16},{40,10}}, color={0,0,255}));
    connect(amplifier.out, output_.p)
      annotation (Line(points={{10,0},{16,0},{16,40},{30,40}}, color={0,0,255}));
    connect(amplifier.in_p, ground.p)
      annotation (Line(points={{-10,-6},{-16,-6},{-16,-16},{-40,-16},{-40,-30}}, color={0,0,255}));
    connect(load.n, ground.p)
      annotation (Line(points={{40,-10},{40,-16},{-40,-16},{-40,-30}}, color={0,0,255}));
    connect(source.n, ground.p) annotation (Line(points={{-40,-10},{-40,-30}}, color={0,0,255}));
    annotation (experiment(StopTime=1, Tolerance=1e-6),
      Documentation(info="<html><p>Solution: output <code>-R2/R1*source.v</code>.</p></html>"));
  end InvertingAmplifier;

  model Follower "Voltage follower with finite gain and bandwidth"
    extends Icons.Example;
    Sources.StepVoltage source(V=1)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-20,0})));
    OpAmp amplifier(A0=1e5, fT=1e6, v_lin(start=0, fixed=true))
      annotation (Placement(transformation(extent={{10,30},{30,50}})));
    Resistor load(R=1000)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={20,0})));
    Ground ground annotation (Placement(transformation(extent={{10,-50},{30,-30}})));
    Real exact = 1e5/(1 + 1e5)*(1 - exp(-(1 + 1e5)*2*Constants.pi*1e6/1e5*time)) "amplifier.out.v";
  equation
    connect(source.p, amplifier.in_p)
      annotation (Line(points={{-20,10},{-20,34},{10,34}}, color={0,0,255}));
    connect(amplifier.out, amplifier.in_n)
      annotation (Line(points={{30,40},{36,40},{36,56},{4,56},{4,46},{10,46}}, color={0,0,255}));
    connect(amplifier.out, load.p)
      annotation (Line(points={{30,40},{36,40},{36,16},{20,16},{20,10}}, color={0,0,255}));
    connect(load.n, ground.p) annotation (Line(points={{20,-10},{20,-30}}, color={0,0,255}));
    connect(source.n, ground.p)
      annotation (Line(points={{-20,-10},{-20,-16},{20,-16},{20,-30}}, color={0,0,255}));
    annotation (experiment(StopTime=2e-6, Tolerance=1e-7),
      Documentation(info="<html><p>Solution: <code>A0/(1 + A0)*(1 - exp(-(1 + A0)/T*t))</code>,
<code>T = A0/(2*pi*fT)</code>.</p></html>"));
  end Follower;

  model DiodeResistor "Exponential diode in series with a resistor"
    extends Icons.Example;
    Sources.RampVoltage source(V=5, duration=1)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-20,0})));
    Resistor resistor(R=1000) annotation (Placement(transformation(extent={{10,30},{30,50}})));
    Semiconductors.Diode diode(Gp=0)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={20,0})));
    Ground ground annotation (Placement(transformation(extent={{-30,-50},{-10,-30}})));
    Units.Voltage check = resistor.R*diode.i + diode.N*diode.Vt*log(diode.i/diode.Is + 1)
      "Equals source.v";
  equation
    connect(source.p, resistor.p)
      annotation (Line(points={{-20,10},{-20,40},{10,40}}, color={0,0,255}));
    connect(resistor.n, diode.p)
      annotation (Line(points={{30,40},{36,40},{36,16},{20,16},{20,10}}, color={0,0,255}));
    connect(diode.n, source.n)
      annotation (Line(points={{20,-10},{20,-16},{-20,-16},{-20,-10}}, color={0,0,255}));
    connect(source.n, ground.p) annotation (Line(points={{-20,-10},{-20,-30}}, color={0,0,255}));
    annotation (experiment(StopTime=1, Tolerance=1e-6),
      Documentation(info="<html><p>A nonlinear algebraic block. <code>R*i + N*Vt*log(i/Is + 1) =
source.v</code> at all times.</p></html>"));
  end DiodeResistor;

  model JunctionCharge "Diode with stored charge; the charge is the state"
    extends Icons.Example;
    Sources.PulseVoltage source(V=5, period=2e-7, offset=-2)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-20,0})));
    Resistor resistor(R=1000) annotation (Placement(transformation(extent={{10,30},{30,50}})));
    Semiconductors.JunctionDiode diode(q(stateSelect=StateSelect.prefer), v(fixed=true))
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={20,0})));
    Ground ground annotation (Placement(transformation(extent={{-30,-50},{-10,-30}})));
  equation
    connect(source.p, resistor.p)
      annotation (Line(points={{-20,10},{-20,40},{10,40}}, color={0,0,255}));
    connect(resistor.n, diode.p)
      annotation (Line(points={{30,40},{36,40},{36,16},{20,16},{20,10}}, color={0,0,255}));
    connect(diode.n, source.n)
      annotation (Line(points={{20,-10},{20,-16},{-20,-16},{-20,-10}}, color={0,0,255}));
    connect(source.n, ground.p) annotation (Line(points={{-20,-10},{-20,-30}}, color={0,0,255}));
    annotation (experiment(StopTime=4e-7, Tolerance=1e-6),
      Documentation(info="<html><p>The voltage follows from the charge by a nonlinear block. The
result is that of
<code>JunctionVoltage</code>.</p></html>"));
  end JunctionCharge;

  model JunctionVoltage "Diode with stored charge; the voltage is the state"
    extends JunctionCharge(diode(q(stateSelect=StateSelect.avoid),
      v(stateSelect=StateSelect.prefer)));
    annotation (experiment(StopTime=4e-7, Tolerance=1e-6),
      Documentation(info="<html><p>After differentiation the block is linear in the derivative of
the voltage.</p></html>"));
  end JunctionVoltage;

  model CommonEmitter "Amplifier with an NPN transistor"
    extends Icons.Example;
    Sources.ConstantVoltage supply(V=10)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-40,0})));
    Sources.SineVoltage source(V=0.01, f=1000, offset=0.7)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={0,0})));
    Resistor rb(R=1000) annotation (Placement(transformation(extent={{30,30},{50,50}})));
    Resistor rc(R=5000) annotation (Placement(transformation(extent={{-10,30},{10,50}})));
    Semiconductors.NPN transistor(Is=1e-15, Vaf=80, Ikf=0.1, vbe(fixed=true, start=0),
      vbc(fixed=true, start=0)) annotation (Placement(transformation(extent={{50,-10},{30,10}})));
    Ground ground annotation (Placement(transformation(extent={{-10,-50},{10,-30}})));
  equation
    connect(supply.n, ground.p)
      annotation (Line(points={{-40,-10},{-40,-16},{0,-16},{0,-30}}, color={0,0,255}));
    connect(source.n, ground.p) annotation (Line(points={{0,-10},{0,-30}}, color={0,0,255}));
    connect(source.p, rb.p)
      annotation (Line(points={{0,10},{0,24},{24,24},{24,40},{30,40}}, color={0,0,255}));
    connect(rb.n, transistor.B)
      annotation (Line(points={{50,40},{56,40},{56,0},{50,0}}, color={0,0,255}));
    connect(supply.p, rc.p) annotation (Line(points={{-40,10},{-40,40},{-10,40}}, color={0,0,255}));
    connect(rc.n, transistor.C)
      annotation (Line(points={{10,40},{16,40},{16,5},{30,5}}, color={0,0,255}));
    connect(transistor.E, ground.p)
      annotation (Line(points={{30,-5},{16,-5},{16,-16},{0,-16},{0,-30}}, color={0,0,255}));
    annotation (experiment(StopTime=0.002, Tolerance=1e-6),
      Documentation(info="<html><p>After the start the collector voltage is an inverted, amplified
copy of the source.</p></html>"));
  end CommonEmitter;

  model CurrentMirror "Two PNP transistors"
    extends Icons.Example;
    Sources.ConstantVoltage supply(V=5)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={0,0})));
    Resistor reference(R=4300)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={40,0})));
    Resistor load(R=1000)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-40,0})));
    Semiconductors.PNP T1(vbe(fixed=true), vbc(fixed=false))
      annotation (Placement(transformation(extent={{-10,30},{10,50}})));
    Semiconductors.PNP T2(vbe(fixed=false), vbc(fixed=true))
      annotation (Placement(transformation(extent={{-50,30},{-30,50}})));
    Ground ground annotation (Placement(transformation(extent={{-10,-50},{10,-30}})));
  equation
    connect(supply.n, ground.p) annotation (Line(points={{0,-10},{0,-30}}, color={0,0,255}));
    connect(supply.p, T1.E)
      annotation (Line(points={{0,10},{0,24},{16,24},{16,35},{10,35}}, color={0,0,255}));
    connect(supply.p, T2.E)
      annotation (Line(points={{0,10},{0,24},{-20,24},{-20,35},{-30,35}}, color={0,0,255}));
    connect(T1.B, T2.B)
      annotation (Line(points={{-10,40},{-16,40},{-16,56},{-56,56},{-56,40},{-50,40}},
        color={0,0,255}));
    connect(T1.B, T1.C)
      annotation (Line(points={{-10,40},{-16,40},{-16,56},{16,56},{16,45},{10,45}},
        color={0,0,255}));
    connect(T1.C, reference.p) annotation (Line(points={{10,45},{40,45},{40,10}}, color={0,0,255}));
    connect(reference.n, ground.p)
      annotation (Line(points={{40,-10},{40,-16},{0,-16},{0,-30}}, color={0,0,255}));
    connect(T2.C, load.p)
      annotation (Line(points={{-30,45},{-24,45},{-24,16},{-40,16},{-40,10}}, color={0,0,255}));
    connect(load.n, ground.p)
      annotation (Line(points={{-40,-10},{-40,-16},{0,-16},{0,-30}}, color={0,0,255}));
    annotation (experiment(StopTime=1e-6, Tolerance=1e-6),
      Documentation(info="<html><p>In the steady state <code>load.i = reference.i/(1 + 2/Bf)</code>
(no Early effect with the default parameters).</p></html>"));
  end CurrentMirror;

  model CMOSInverter "Inverter of an NMOS and a PMOS transistor"
    extends Icons.Example;
    Sources.ConstantVoltage supply(V=5)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={40,40})));
    Sources.RampVoltage source(V=5, duration=1)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-40,0})));
    Semiconductors.NMOS nmos(Kp=2e-5, lambda=0.02)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}})));
    Semiconductors.PMOS pmos(Kp=2e-5, lambda=0.02)
      annotation (Placement(transformation(extent={{-10,30},{10,50}})));
    Resistor load(R=1e9)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={40,0})));
    Ground ground annotation (Placement(transformation(extent={{30,-50},{50,-30}})));
  equation
    connect(supply.n, ground.p)
      annotation (Line(points={{40,30},{40,20},{24,20},{24,-16},{40,-16},{40,-30}},
        color={0,0,255}));
    connect(source.n, ground.p)
      annotation (Line(points={{-40,-10},{-40,-16},{40,-16},{40,-30}}, color={0,0,255}));
    connect(supply.p, pmos.S)
      annotation (Line(points={{40,50},{40,56},{16,56},{16,35},{10,35}}, color={0,0,255}));
    connect(supply.p, pmos.B)
      annotation (Line(points={{40,50},{40,56},{16,56},{16,40},{10,40}}, color={0,0,255}));
    connect(nmos.S, ground.p)
      annotation (Line(points={{10,-5},{24,-5},{24,-16},{40,-16},{40,-30}}, color={0,0,255}));
    connect(nmos.B, ground.p)
      annotation (Line(points={{10,0},{24,0},{24,-16},{40,-16},{40,-30}}, color={0,0,255}));
    connect(source.p, nmos.G)
      annotation (Line(points={{-40,10},{-40,16},{-16,16},{-16,-5},{-10,-5}}, color={0,0,255}));
    connect(source.p, pmos.G)
      annotation (Line(points={{-40,10},{-40,35},{-10,35}}, color={0,0,255}));
    connect(nmos.D, pmos.D)
      annotation (Line(points={{10,5},{20,5},{20,45},{10,45}}, color={0,0,255}));
    connect(nmos.D, load.p)
      annotation (Line(points={{10,5},{20,5},{20,16},{40,16},{40,10}}, color={0,0,255}));
    connect(load.n, ground.p) annotation (Line(points={{40,-10},{40,-30}}, color={0,0,255}));
    annotation (experiment(StopTime=1, Tolerance=1e-6),
      Documentation(info="<html><p>With equal transistors the output is half the supply when the
input is (t = 0.5 s), up to
the current of the load, and near 5 V and 0 V at the ends.</p></html>"));
  end CMOSInverter;

  model SaturatedMOSFET "Drain current in the three regions"
    extends Icons.Example;
    Sources.ConstantVoltage gate(V=3)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-40,20})));
    Sources.RampVoltage drain(V=5, duration=1)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={40,20})));
    Semiconductors.NMOS nmos(Kp=2e-4, Vto=1, Gmin=0, useCharge=true, Cgs=1e-12, Cgd=1e-13)
      annotation (Placement(transformation(extent={{-10,10},{10,30}})));
    Ground ground annotation (Placement(transformation(extent={{30,-30},{50,-10}})));
    Real exact = 2e-4*(if 5*time < 2 then 5*time*(2 - 2.5*time) else 2) "nmos.id";
  equation
    connect(gate.p, nmos.G)
      annotation (Line(points={{-40,30},{-40,36},{-16,36},{-16,15},{-10,15}}, color={0,0,255}));
    connect(drain.p, nmos.D)
      annotation (Line(points={{40,30},{40,36},{16,36},{16,25},{10,25}}, color={0,0,255}));
    connect(nmos.S, ground.p)
      annotation (Line(points={{10,15},{24,15},{24,4},{40,4},{40,-10}}, color={0,0,255}));
    connect(nmos.B, ground.p)
      annotation (Line(points={{10,20},{24,20},{24,4},{40,4},{40,-10}}, color={0,0,255}));
    connect(gate.n, ground.p)
      annotation (Line(points={{-40,10},{-40,4},{40,4},{40,-10}}, color={0,0,255}));
    connect(drain.n, ground.p) annotation (Line(points={{40,10},{40,-10}}, color={0,0,255}));
    annotation (experiment(StopTime=1, Tolerance=1e-6),
      Documentation(info="<html><p>With <code>vov = 2</code>: <code>id = Kp*vds*(vov - vds/2)</code>
up to <code>vds = 2</code>, then
<code>Kp*vov^2/2 = 4e-4</code>.</p></html>"));
  end SaturatedMOSFET;

  model SaturatedPMOS "Drain current of a P-channel transistor"
    extends Icons.Example;
    Sources.ConstantVoltage supply(V=5)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-40,0})));
    Sources.ConstantVoltage gate(V=2)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={40,0})));
    Sources.RampVoltage drain(V=-5, duration=1, offset=5)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={0,0})));
    Semiconductors.PMOS pmos(Kp=1e-4, Vto=1, lambda=0.05, Gmin=0)
      annotation (Placement(transformation(extent={{10,30},{-10,50}})));
    Ground ground annotation (Placement(transformation(extent={{-10,-50},{10,-30}})));
    Real exact = 1e-4*(1 + 0.25*time)*(if 5*time < 2 then 5*time*(2 - 2.5*time) else 2) "pmos.id";
  equation
    connect(supply.p, pmos.S)
      annotation (Line(points={{-40,10},{-40,35},{-10,35}}, color={0,0,255}));
    connect(supply.p, pmos.B)
      annotation (Line(points={{-40,10},{-40,40},{-10,40}}, color={0,0,255}));
    connect(gate.p, pmos.G) annotation (Line(points={{40,10},{40,35},{10,35}}, color={0,0,255}));
    connect(drain.p, pmos.D)
      annotation (Line(points={{0,10},{0,24},{-16,24},{-16,45},{-10,45}}, color={0,0,255}));
    connect(supply.n, ground.p)
      annotation (Line(points={{-40,-10},{-40,-16},{0,-16},{0,-30}}, color={0,0,255}));
    connect(gate.n, ground.p)
      annotation (Line(points={{40,-10},{40,-16},{0,-16},{0,-30}}, color={0,0,255}));
    connect(drain.n, ground.p) annotation (Line(points={{0,-10},{0,-30}}, color={0,0,255}));
    annotation (experiment(StopTime=1, Tolerance=1e-6),
      Documentation(info="<html><p>Source at 5 V, gate at 2 V: <code>vov = 2</code>. The drain
falls from
5 V to 0: <code>id = Kp*(1 + lambda*vds)*vds*(vov - vds/2)</code> up to <code>vds = 2</code>, then
<code>Kp/2*(1 + lambda*vds)*vov^2</code>.</p></html>"));
  end SaturatedPMOS;

  model MotorStart "Start of a direct-current motor"
    extends Icons.Example;
    Sources.ConstantVoltage source(V=24)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-60,20})));
    DCMotor motor(R=1, L=0.01, k=0.1, J=0.001, inductor(i(start=0, fixed=true)),
      rotor(phi(start=0, fixed=true), w(start=0, fixed=true)))
      annotation (Placement(transformation(extent={{10,10},{30,30}})));
    Sensors.PowerSensor power annotation (Placement(transformation(extent={{-30,10},{-10,30}})));
    Ground ground annotation (Placement(transformation(extent={{-70,-30},{-50,-10}})));
    Formola.Rotational.Sensors.SpeedSensor speed
      annotation (Placement(transformation(extent={{50,10},{70,30}})));
    Real exact = 240*(1 - (s2*exp(s1*time) - s1*exp(s2*time))/(s2 - s1)) "speed.w";
  protected
    parameter Real s1 = -50 + sqrt(2500 - 1000) "First eigenvalue";
    parameter Real s2 = -50 - sqrt(2500 - 1000) "Second eigenvalue";
  equation
    connect(source.p, power.pc)
      annotation (Line(points={{-60,30},{-60,36},{-36,36},{-36,20},{-30,20}}, color={0,0,255}));
    connect(power.nc, motor.p)
      annotation (Line(points={{-10,20},{4,20},{4,26},{10,26}}, color={0,0,255}));
    connect(power.pv, source.p)
      annotation (Line(points={{-20,30},{-20,36},{-60,36},{-60,30}}, color={0,0,255}));
    connect(power.nv, source.n)
      annotation (Line(points={{-20,10},{-20,4},{-60,4},{-60,10}}, color={0,0,255}));
    connect(motor.n, source.n)
      annotation (Line(points={{10,14},{-4,14},{-4,4},{-60,4},{-60,10}}, color={0,0,255}));
    connect(source.n, ground.p) annotation (Line(points={{-60,10},{-60,-10}}, color={0,0,255}));
    connect(motor.flange, speed.flange)
      annotation (Line(points={{30,20},{50,20}}, color={95,95,95}));
    annotation (experiment(StopTime=0.5, Tolerance=1e-7),
      Documentation(info="<html><p>The eigenvalues solve <code>s^2 + R/L*s + k^2/(L*J) = s^2 + 100*s
+ 1000 = 0</code>. Solution:
<code>w = V/k*(1 - (s2*exp(s1*t) - s1*exp(s2*t))/(s2 - s1))</code>.</p></html>"));
  end MotorStart;

  model DiffusionLine "Ladder of resistors and capacitors"
    extends Icons.Example;
    parameter Integer N = 20 "Number of segments";
    Sources.StepVoltage source(V=1)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-20,0})));
    Lines.RCLadder line(N=N, R=1, C=1, c(each v(start=0, fixed=true)))
      annotation (Placement(transformation(extent={{10,30},{30,50}})));
    Sensors.VoltageSensor voltmeter
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={20,0})));
    Ground ground annotation (Placement(transformation(extent={{10,-50},{30,-30}})));
    parameter Real theta[N] = {(2*j - 1)*Constants.pi/(2*N + 1) for j in 1:N}
      "Angles of the eigenvectors of the ladder";
    Units.Voltage exact = 1 - 4/(2*N + 1)*sum(sin(N*theta[j])*sum(sin(k*theta[j]) for k in 1:N)*
      exp(-(2*N*sin(theta[j]/2))^2*time) for j in 1:N) "voltmeter.v";
  equation
    connect(source.p, line.p)
      annotation (Line(points={{-20,10},{-20,40},{10,40}}, color={0,0,255}));
    connect(source.n, ground.p)
      annotation (Line(points={{-20,-10},{-20,-16},{20,-16},{20,-30}}, color={0,0,255}));
    connect(line.ref, ground.p)
      annotation (Line(points={{20,30},{20,24},{4,24},{4,-16},{20,-16},{20,-30}}, color={0,0,255}));
    connect(voltmeter.p, line.n)
      annotation (Line(points={{20,10},{20,20},{36,20},{36,40},{30,40}}, color={0,0,255}));
    connect(voltmeter.n, ground.p) annotation (Line(points={{20,-10},{20,-30}}, color={0,0,255}));
    annotation (experiment(StopTime=2, Tolerance=1e-6),
      Documentation(info="<html><p>The ladder has the eigenvectors <code>sin(k*theta)</code> with
<code>theta = (2*j - 1)*pi/(2*N + 1)</code> and the eigenvalues <code>-(2*N*sin(theta/2))^2</code>;
<code>exact</code> is the sum over them. For large <code>N</code> it tends to the solution of the
diffusion equation, <code>1 - 4/pi*(exp(-pi^2*t/4) - exp(-9*pi^2*t/4)/3 + ...)</code>.</p></html>"));
  end DiffusionLine;

  model DelayLine "Ladder of inductors and capacitors with matched ends"
    extends Icons.Example;
    parameter Integer N = 50 "Number of segments";
    Sources.PulseVoltage source(V=2, period=10, width=5)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-60,20})));
    Resistor rs(R=1) annotation (Placement(transformation(extent={{-30,10},{-10,30}})));
    Lines.LCLadder line(N=N, L=1, C=1, l(each i(start=0, fixed=true)),
      c(each v(start=0, fixed=true)))
      annotation (Placement(transformation(extent={{10,10},{30,30}})));
    Resistor rl(R=1)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={60,20})));
    Ground ground annotation (Placement(transformation(extent={{10,-30},{30,-10}})));
  equation
    connect(source.p, rs.p)
      annotation (Line(points={{-60,30},{-60,36},{-36,36},{-36,20},{-30,20}}, color={0,0,255}));
    connect(rs.n, line.p) annotation (Line(points={{-10,20},{10,20}}, color={0,0,255}));
    connect(line.n, rl.p)
      annotation (Line(points={{30,20},{44,20},{44,36},{60,36},{60,30}}, color={0,0,255}));
    connect(rl.n, ground.p)
      annotation (Line(points={{60,10},{60,4},{20,4},{20,-10}}, color={0,0,255}));
    connect(source.n, ground.p)
      annotation (Line(points={{-60,10},{-60,4},{20,4},{20,-10}}, color={0,0,255}));
    connect(line.ref, ground.p) annotation (Line(points={{20,10},{20,-10}}, color={0,0,255}));
    annotation (experiment(StopTime=3, Tolerance=1e-6),
      Documentation(info="<html><p>Delay <code>sqrt(L*C) = 1</code> s and wave impedance 1 Ohm: a
pulse of about 1 V and 0.5 s
arrives at the load about 1 s later, and is not reflected.</p></html>"));
  end DelayLine;

  model LossyLine "Telegrapher's line: steady state"
    extends Icons.Example;
    Sources.ConstantVoltage source(V=1)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-20,20})));
    Lines.RLGCLine line(N=10, length=1, r=1, l=0.1, g=1, c=0.1, L(each i(start=0, fixed=true)),
      C(each v(start=0, fixed=true)))
      annotation (Placement(transformation(extent={{10,10},{30,30}})));
    Ground ground annotation (Placement(transformation(extent={{10,-30},{30,-10}})));
  equation
    connect(source.p, line.p)
      annotation (Line(points={{-20,30},{-20,36},{4,36},{4,20},{10,20}}, color={0,0,255}));
    connect(source.n, ground.p)
      annotation (Line(points={{-20,10},{-20,4},{20,4},{20,-10}}, color={0,0,255}));
    connect(line.ref, ground.p) annotation (Line(points={{20,10},{20,-10}}, color={0,0,255}));
    annotation (experiment(StopTime=5, Tolerance=1e-6),
      Documentation(info="<html><p>The steady voltage at the open end of a ladder of <code>N</code>
segments is <code>cosh(theta/2)/cosh((N + 1/2)*theta)</code> with <code>cosh(theta) = 1 +
r*g/(2*N^2)</code>; for many segments it tends to the <code>1/cosh(sqrt(r*g)) = 0.6481</code> of the
line.</p></html>"));
  end LossyLine;

  model HeatedDiode "Diode that warms up its housing"
    extends Icons.Example;
    Sources.ConstantCurrent source(I=1)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=90,
        origin={-20,0})));
    Semiconductors.Diode diode(useHeatPort=true, Gp=0)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={20,0})));
    Ground ground annotation (Placement(transformation(extent={{-30,-50},{-10,-30}})));
    Formola.Thermal.HeatCapacitor housing(C=0.1, T(start=300, fixed=true))
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={20,40})));
    Formola.Thermal.ThermalConductor toAmbient(G=0.01)
      annotation (Placement(transformation(extent={{-10,30},{-30,50}})));
    Formola.Thermal.Sources.FixedTemperature ambient(T=300)
      annotation (Placement(transformation(extent={{-70,30},{-50,50}})));
    Real theta = housing.T/300 "Relative temperature";
    Units.Voltage exact = 0.02585*theta*(log(1e12) - 3*log(theta)) - 1.11*(theta - 1) "diode.v";
  equation
    connect(source.n, diode.p)
      annotation (Line(points={{-20,10},{-20,16},{20,16},{20,10}}, color={0,0,255}));
    connect(diode.n, source.p)
      annotation (Line(points={{20,-10},{20,-16},{-20,-16},{-20,-10}}, color={0,0,255}));
    connect(source.p, ground.p) annotation (Line(points={{-20,-10},{-20,-30}}, color={0,0,255}));
    connect(diode.heatPort, housing.port)
      annotation (Line(points={{10,0},{4,0},{4,40},{10,40}}, color={191,0,0}));
    connect(housing.port, toAmbient.port_a)
      annotation (Line(points={{10,40},{-10,40}}, color={191,0,0}));
    connect(toAmbient.port_b, ambient.port)
      annotation (Line(points={{-30,40},{-50,40}}, color={191,0,0}));
    annotation (experiment(StopTime=60, Tolerance=1e-7),
      Documentation(info="<html><p>The voltage falls by about 1.4 mV for each kelvin: with
<code>theta = T/T_ref</code> it is <code>Vt*theta*(ln(I/Is) - XTI*ln(theta)) - EG*(theta -
1)</code>.</p></html>"));
  end HeatedDiode;

  model HeatedResistor "Resistor that warms up a body"
    extends Icons.Example;
    Sources.ConstantCurrent source(I=1)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=90,
        origin={-20,0})));
    Resistor resistor(R=10, alpha=0, useHeatPort=true)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={20,0})));
    VariableResistor shunt
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={60,0})));
    Formola.Blocks.Sources.Ramp shuntResistance(height=1e3, duration=1, offset=1e6)
      annotation (Placement(transformation(extent={{50,30},{70,50}})));
    Ground ground annotation (Placement(transformation(extent={{-30,-50},{-10,-30}})));
    Formola.Thermal.HeatCapacitor body(C=5, T(start=293.15, fixed=true))
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={20,40})));
    Formola.Thermal.ThermalConductor toAmbient(G=0.5)
      annotation (Placement(transformation(extent={{-10,30},{-30,50}})));
    Formola.Thermal.Sources.FixedTemperature ambient(T=293.15)
      annotation (Placement(transformation(extent={{-70,30},{-50,50}})));
  equation
    connect(source.n, resistor.p)
      annotation (Line(points={{-20,10},{-20,16},{20,16},{20,10}}, color={0,0,255}));
    connect(resistor.n, source.p)
      annotation (Line(points={{20,-10},{20,-16},{-20,-16},{-20,-10}}, color={0,0,255}));
    connect(source.p, ground.p) annotation (Line(points={{-20,-10},{-20,-30}}, color={0,0,255}));
    connect(resistor.heatPort, body.port)
      annotation (Line(points={{10,0},{4,0},{4,40},{10,40}}, color={191,0,0}));
    connect(body.port, toAmbient.port_a)
      annotation (Line(points={{10,40},{-10,40}}, color={191,0,0}));
    connect(toAmbient.port_b, ambient.port)
      annotation (Line(points={{-30,40},{-50,40}}, color={191,0,0}));
    connect(shunt.p, resistor.p)
      annotation (Line(points={{60,10},{60,16},{20,16},{20,10}}, color={0,0,255}));
    connect(shunt.n, resistor.n)
      annotation (Line(points={{60,-10},{60,-16},{20,-16},{20,-10}}, color={0,0,255}));
    connect(shuntResistance.y, shunt.R)
      annotation (Line(points={{71,40},{76,40},{76,0},{71,0}}, color={0,0,127}));
    annotation (experiment(StopTime=50, Tolerance=1e-6),
      Documentation(info="<html><p>Up to the small current of the shunt, 10 W heat the body:
<code>body.T = 293.15 + 20*(1 - exp(-t/10))</code>.</p></html>"));
  end HeatedResistor;

  model CurrentStep "Current step into a parallel RL circuit"
    extends Icons.Example;
    Sources.StepCurrent source(I=1)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=90,
        origin={-40,20})));
    Resistor resistor(R=2)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={0,20})));
    Inductor inductor(L=1, i(start=0, fixed=true))
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={40,20})));
    Ground ground annotation (Placement(transformation(extent={{-10,-30},{10,-10}})));
    Real exact = 1 - exp(-2*time) "inductor.i";
  equation
    connect(source.n, resistor.p)
      annotation (Line(points={{-40,30},{-40,36},{0,36},{0,30}}, color={0,0,255}));
    connect(resistor.p, inductor.p)
      annotation (Line(points={{0,30},{0,36},{40,36},{40,30}}, color={0,0,255}));
    connect(resistor.n, inductor.n)
      annotation (Line(points={{0,10},{0,4},{40,4},{40,10}}, color={0,0,255}));
    connect(source.p, resistor.n)
      annotation (Line(points={{-40,10},{-40,4},{0,4},{0,10}}, color={0,0,255}));
    connect(resistor.n, ground.p) annotation (Line(points={{0,10},{0,-10}}, color={0,0,255}));
    annotation (experiment(StopTime=3, Tolerance=1e-6),
      Documentation(info="<html><p>Solution: <code>inductor.i = 1 -
exp(-R/L*t)</code>.</p></html>"));
  end CurrentStep;

  model ControlledSources "Sources driven by signals"
    extends Icons.Example;
    Formola.Blocks.Sources.Sine sine(f=1)
      annotation (Placement(transformation(extent={{-50,30},{-30,50}})));
    Sources.SignalVoltage voltage
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-40,0})));
    Resistor R1(R=2)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={0,0})));
    Sources.SignalCurrent current
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=90,
        origin={0,40})));
    Resistor R2(R=3)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={40,40})));
    Ground ground annotation (Placement(transformation(extent={{-50,-50},{-30,-30}})));
    constant Real amperePerVolt(unit="A/V") = 1 "The same signal drives both";
    Real exact = 3*sin(2*Constants.pi*time) "R2.v";
  equation
    connect(sine.y, voltage.u)
      annotation (Line(points={{-29,40},{-24,40},{-24,0},{-29,0}}, color={0,0,127}));
    current.u = sine.y*amperePerVolt;
    connect(voltage.p, R1.p)
      annotation (Line(points={{-40,10},{-40,16},{0,16},{0,10}}, color={0,0,255}));
    connect(R1.n, voltage.n)
      annotation (Line(points={{0,-10},{0,-16},{-40,-16},{-40,-10}}, color={0,0,255}));
    connect(current.n, R2.p)
      annotation (Line(points={{0,50},{0,56},{40,56},{40,50}}, color={0,0,255}));
    connect(R2.n, current.p)
      annotation (Line(points={{40,30},{40,24},{0,24},{0,30}}, color={0,0,255}));
    connect(voltage.n, ground.p) annotation (Line(points={{-40,-10},{-40,-30}}, color={0,0,255}));
    connect(current.p, ground.p)
      annotation (Line(points={{0,30},{0,20},{-16,20},{-16,-16},{-40,-16},{-40,-30}},
        color={0,0,255}));
    annotation (experiment(StopTime=1, Tolerance=1e-6),
      Documentation(info="<html><p>Solutions: <code>R1.i = sine.y/2</code>, <code>R2.v =
3*sine.y</code>.</p></html>"));
  end ControlledSources;

  annotation (Documentation(info="<html><p>Examples of Formola.Electrical.</p></html>"));
end Electrical;
