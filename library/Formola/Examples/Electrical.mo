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
    Sources.ConstantVoltage source(V=1);
    Resistor R1(R=100);
    Capacitor C(C=0.1e-6, v(start=0, fixed=true));
    Resistor R2(R=20);
    Inductor L(L=1.5e-3, i(start=0, fixed=true));
    Ground ground;
    Units.Voltage y1 = C.v "Voltage of the capacitor";
    Units.Current y2 = L.i "Current of the inductor";
    Real exact = 1 - exp(-time/1e-5) "y1";
    Real exact2 = (1 - exp(-time*20/1.5e-3))/20 "y2";
  equation
    connect(source.p, R1.p);
    connect(R1.n, C.p);
    connect(C.n, source.n);
    connect(source.p, R2.p);
    connect(R2.n, L.p);
    connect(L.n, source.n);
    connect(source.n, ground.p);
    annotation (experiment(StopTime=5e-4, Tolerance=1e-7),
      Documentation(info="<html><p>Solutions: <code>C.v = 1 - exp(-t/(R1*C))</code>, <code>L.i = (1
- exp(-t*R2/L))/R2</code>.</p></html>"));
  end RLCCircuit;

  model VoltageDivider "Two resistors in series: a linear block without states"
    extends Icons.Example;
    Sources.SineVoltage source(V=12, f=1);
    Resistor R1(R=100);
    Resistor R2(R=20);
    Ground ground;
    Real exact = 2*sin(2*Constants.pi*time) "R2.v";
  equation
    connect(source.p, R1.p);
    connect(R1.n, R2.p);
    connect(R2.n, source.n);
    connect(source.n, ground.p);
    annotation (experiment(StopTime=1, Tolerance=1e-6),
      Documentation(info="<html><p>Solution: <code>R2.v = R2/(R1 +
R2)*source.v</code>.</p></html>"));
  end VoltageDivider;

  model ParallelCapacitors "Two capacitors in parallel: index 2, one state"
    extends Icons.Example;
    Sources.SineCurrent source(I=1e-3, f=1000);
    Capacitor C1(C=0.2e-6, v(start=0, fixed=true));
    Capacitor C2(C=0.1e-6);
    Ground ground;
    Real exact = 1e-3/(0.3e-6*2*Constants.pi*1000)*(1 - cos(2*Constants.pi*1000*time)) "C1.v";
  equation
    connect(source.n, C1.p);
    connect(C1.p, C2.p);
    connect(C1.n, C2.n);
    connect(source.p, C1.n);
    connect(C1.n, ground.p);
    annotation (experiment(StopTime=0.002, Tolerance=1e-6),
      Documentation(info="<html><p>Solution: <code>der(C1.v) = i/(C1 + C2)</code>, hence
<code>C1.v = I/((C1 + C2)*omega)*(1 - cos(omega*t))</code>; the current divides as
<code>C1.i = C1/(C1 + C2)*i</code>.</p></html>"));
  end ParallelCapacitors;

  model LCOscillator "Capacitor and inductor in a loop"
    extends Icons.Example;
    Capacitor capacitor(C=1e-6, v(start=1, fixed=true));
    Inductor inductor(L=1e-2, i(start=0, fixed=true));
    Ground ground;
    Real exact = cos(1e4*time) "capacitor.v";
  equation
    connect(capacitor.p, inductor.p);
    connect(capacitor.n, inductor.n);
    connect(capacitor.n, ground.p);
    annotation (experiment(StopTime=0.002, Tolerance=1e-8),
      Documentation(info="<html><p>Solution: <code>capacitor.v =
cos(t/sqrt(L*C))</code>.</p></html>"));
  end LCOscillator;

  model CoupledInductors "Transformer with short-circuited secondary winding"
    extends Icons.Example;
    Sources.ConstantVoltage source(V=1);
    Transformer transformer(L1=2, L2=1, M=1, i1(start=0, fixed=true), i2(start=0, fixed=true));
    Ground ground1;
    Ground ground2;
    Real exact = time "transformer.i1";
  equation
    connect(source.p, transformer.p1);
    connect(source.n, transformer.n1);
    connect(source.n, ground1.p);
    connect(transformer.p2, transformer.n2);
    connect(transformer.n2, ground2.p);
    annotation (experiment(StopTime=1, Tolerance=1e-6),
      Documentation(info="<html><p>The short circuit leaves the inductance <code>L1 - M^2/L2 =
1</code>. Solution:
<code>i1 = t</code>, <code>i2 = -t</code>.</p></html>"));
  end CoupledInductors;

  model LoadedIdealTransformer "Ideal transformer with a resistor and controlled sources"
    extends Icons.Example;
    Sources.SineVoltage source(V=10, f=1);
    Resistor line(R=4);
    IdealTransformer transformer(n=2);
    Resistor load(R=1);
    Sources.VCVS vcvs(gain=3);
    Resistor vLoad(R=1);
    Sources.VCCS vccs(transConductance=0.5);
    Conductor iLoad(G=0.25);
    Ground ground;
    Real exact = 2.5*sin(2*Constants.pi*time) "load.v";
  equation
    connect(source.p, line.p);
    connect(line.n, transformer.p1);
    connect(source.n, transformer.n1);
    connect(transformer.p2, load.p);
    connect(transformer.n2, load.n);
    connect(load.p, vcvs.p1);
    connect(load.n, vcvs.n1);
    connect(vcvs.p2, vLoad.p);
    connect(vcvs.n2, vLoad.n);
    connect(load.p, vccs.p1);
    connect(load.n, vccs.n1);
    connect(vccs.p2, iLoad.p);
    connect(vccs.n2, iLoad.n);
    connect(source.n, ground.p);
    connect(load.n, ground.p);
    connect(vLoad.n, ground.p);
    connect(iLoad.n, ground.p);
    annotation (experiment(StopTime=1, Tolerance=1e-6),
      Documentation(info="<html><p>The load appears as <code>n^2*1 = 4</code> Ohm on the primary
side. Solution:
<code>load.v = 10/2/2*sin(2*pi*t)</code>, <code>vLoad.v = 3*load.v</code>, <code>iLoad.v =
-2*load.v</code>.</p></html>"));
  end LoadedIdealTransformer;

  model HalfWaveRectifier "Ideal diode with resistive load"
    extends Icons.Example;
    Sources.SineVoltage source(V=1, f=1);
    IdealDiode diode(Ron=0, Goff=0);
    Resistor load(R=1);
    Ground ground;
    Real exact = max(sin(2*Constants.pi*time), 0) "load.v";
  equation
    connect(source.p, diode.p);
    connect(diode.n, load.p);
    connect(load.n, source.n);
    connect(source.n, ground.p);
    annotation (experiment(StopTime=2, Tolerance=1e-6),
      Documentation(info="<html><p>Solution: <code>load.v = max(source.v, 0)</code>.</p></html>"));
  end HalfWaveRectifier;

  model SmoothedRectifier "Bridge of ideal diodes with capacitor and load"
    extends Icons.Example;
    Sources.SineVoltage source(V=10, f=50);
    Resistor inner_R(R=0.5);
    IdealDiode D1;
    IdealDiode D2;
    IdealDiode D3;
    IdealDiode D4;
    Capacitor capacitor(C=1e-3, v(start=0, fixed=true));
    Resistor load(R=100);
    Ground ground;
  equation
    connect(source.p, inner_R.p);
    connect(inner_R.n, D1.p);
    connect(inner_R.n, D2.n);
    connect(source.n, D3.p);
    connect(source.n, D4.n);
    connect(D1.n, capacitor.p);
    connect(D3.n, capacitor.p);
    connect(D2.p, capacitor.n);
    connect(D4.p, capacitor.n);
    connect(capacitor.p, load.p);
    connect(capacitor.n, load.n);
    connect(capacitor.n, ground.p);
    annotation (experiment(StopTime=0.1, Tolerance=1e-6),
      Documentation(info="<html><p>Four mixed blocks of modes. After some periods
<code>capacitor.v</code> stays between
9 and 10 V.</p></html>"));
  end SmoothedRectifier;

  model PhaseControl "Thyristor fired at a quarter of each period"
    extends Icons.Example;
    Sources.SineVoltage source(V=1, f=1);
    IdealThyristor thyristor(Ron=0, Goff=0);
    Resistor load(R=1);
    Ground ground;
    Formola.Blocks.Sources.BooleanPulse gate(period=1, width=10, startTime=0.25);
  equation
    connect(source.p, thyristor.p);
    connect(thyristor.n, load.p);
    connect(load.n, source.n);
    connect(source.n, ground.p);
    connect(gate.y, thyristor.fire);
    annotation (experiment(StopTime=2, Tolerance=1e-6),
      Documentation(info="<html><p>The load sees the sine from 0.25 to 0.5 of each period, else
zero.</p></html>"));
  end PhaseControl;

  model SwitchedInductor "Inductor with switch and freewheeling diode"
    extends Icons.Example;
    Sources.ConstantVoltage source(V=10);
    Switch switch(Ron=0, Goff=0);
    IdealDiode diode(Ron=0, Goff=0);
    Inductor inductor(L=0.1, i(start=0, fixed=true));
    Resistor resistor(R=10);
    Ground ground;
    Sensors.CurrentSensor ammeter;
    Formola.Blocks.Sources.BooleanStep open(startTime=0.05, startValue=true);
    Real exact = if time < 0.05 then 1 - exp(-100*time) else (1 - exp(-5))*exp(-100*(time - 0.05))
      "inductor.i";
  equation
    connect(source.p, switch.p);
    connect(switch.n, inductor.p);
    connect(inductor.n, resistor.p);
    connect(resistor.n, ammeter.p);
    connect(ammeter.n, source.n);
    connect(diode.n, inductor.p);
    connect(diode.p, source.n);
    connect(source.n, ground.p);
    connect(open.y, switch.closed);
    annotation (experiment(StopTime=0.1, Tolerance=1e-6),
      Documentation(info="<html><p>The current rises as <code>1 - exp(-R/L*t)</code> until the
switch opens at 0.05 s and then
decays through the diode with the same time constant.</p></html>"));
  end SwitchedInductor;

  model InvertingAmplifier "Amplifier with an ideal operational amplifier"
    extends Icons.Example;
    Sources.SineVoltage source(V=1, f=1);
    Resistor R1(R=1000);
    Resistor R2(R=10000);
    IdealOpAmp amplifier;
    Resistor load(R=100);
    Ground ground;
    Sensors.PotentialSensor output_;
    Real exact = -10*sin(2*Constants.pi*time) "output_.phi";
  equation
    connect(source.p, R1.p);
    connect(R1.n, amplifier.in_n);
    connect(R1.n, R2.p);
    connect(R2.n, amplifier.out);
    connect(amplifier.out, load.p);
    connect(amplifier.out, output_.p);
    connect(amplifier.in_p, ground.p);
    connect(load.n, ground.p);
    connect(source.n, ground.p);
    annotation (experiment(StopTime=1, Tolerance=1e-6),
      Documentation(info="<html><p>Solution: output <code>-R2/R1*source.v</code>.</p></html>"));
  end InvertingAmplifier;

  model Follower "Voltage follower with finite gain and bandwidth"
    extends Icons.Example;
    Sources.StepVoltage source(V=1);
    OpAmp amplifier(A0=1e5, fT=1e6, v_lin(start=0, fixed=true));
    Resistor load(R=1000);
    Ground ground;
    Real exact = 1e5/(1 + 1e5)*(1 - exp(-(1 + 1e5)*2*Constants.pi*1e6/1e5*time)) "amplifier.out.v";
  equation
    connect(source.p, amplifier.in_p);
    connect(amplifier.out, amplifier.in_n);
    connect(amplifier.out, load.p);
    connect(load.n, ground.p);
    connect(source.n, ground.p);
    annotation (experiment(StopTime=2e-6, Tolerance=1e-7),
      Documentation(info="<html><p>Solution: <code>A0/(1 + A0)*(1 - exp(-(1 + A0)/T*t))</code>,
<code>T = A0/(2*pi*fT)</code>.</p></html>"));
  end Follower;

  model DiodeResistor "Exponential diode in series with a resistor"
    extends Icons.Example;
    Sources.RampVoltage source(V=5, duration=1);
    Resistor resistor(R=1000);
    Semiconductors.Diode diode(Gp=0);
    Ground ground;
    Units.Voltage check = resistor.R*diode.i + diode.N*diode.Vt*log(diode.i/diode.Is + 1)
      "Equals source.v";
  equation
    connect(source.p, resistor.p);
    connect(resistor.n, diode.p);
    connect(diode.n, source.n);
    connect(source.n, ground.p);
    annotation (experiment(StopTime=1, Tolerance=1e-6),
      Documentation(info="<html><p>A nonlinear algebraic block. <code>R*i + N*Vt*log(i/Is + 1) =
source.v</code> at all times.</p></html>"));
  end DiodeResistor;

  model JunctionCharge "Diode with stored charge; the charge is the state"
    extends Icons.Example;
    Sources.PulseVoltage source(V=5, period=2e-7, offset=-2);
    Resistor resistor(R=1000);
    Semiconductors.JunctionDiode diode(q(stateSelect=StateSelect.prefer), v(fixed=true));
    Ground ground;
  equation
    connect(source.p, resistor.p);
    connect(resistor.n, diode.p);
    connect(diode.n, source.n);
    connect(source.n, ground.p);
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
    Sources.ConstantVoltage supply(V=10);
    Sources.SineVoltage source(V=0.01, f=1000, offset=0.7);
    Resistor rb(R=1000);
    Resistor rc(R=5000);
    Semiconductors.NPN transistor(Is=1e-15, Vaf=80, Ikf=0.1, vbe(fixed=true, start=0),
      vbc(fixed=true, start=0));
    Ground ground;
  equation
    connect(supply.n, ground.p);
    connect(source.n, ground.p);
    connect(source.p, rb.p);
    connect(rb.n, transistor.B);
    connect(supply.p, rc.p);
    connect(rc.n, transistor.C);
    connect(transistor.E, ground.p);
    annotation (experiment(StopTime=0.002, Tolerance=1e-6),
      Documentation(info="<html><p>After the start the collector voltage is an inverted, amplified
copy of the source.</p></html>"));
  end CommonEmitter;

  model CurrentMirror "Two PNP transistors"
    extends Icons.Example;
    Sources.ConstantVoltage supply(V=5);
    Resistor reference(R=4300);
    Resistor load(R=1000);
    Semiconductors.PNP T1(vbe(fixed=true), vbc(fixed=false));
    Semiconductors.PNP T2(vbe(fixed=false), vbc(fixed=true));
    Ground ground;
  equation
    connect(supply.n, ground.p);
    connect(supply.p, T1.E);
    connect(supply.p, T2.E);
    connect(T1.B, T2.B);
    connect(T1.B, T1.C);
    connect(T1.C, reference.p);
    connect(reference.n, ground.p);
    connect(T2.C, load.p);
    connect(load.n, ground.p);
    annotation (experiment(StopTime=1e-6, Tolerance=1e-6),
      Documentation(info="<html><p>In the steady state <code>load.i = reference.i/(1 + 2/Bf)</code>
(no Early effect with the default parameters).</p></html>"));
  end CurrentMirror;

  model CMOSInverter "Inverter of an NMOS and a PMOS transistor"
    extends Icons.Example;
    Sources.ConstantVoltage supply(V=5);
    Sources.RampVoltage source(V=5, duration=1);
    Semiconductors.NMOS nmos(Kp=2e-5, lambda=0.02);
    Semiconductors.PMOS pmos(Kp=2e-5, lambda=0.02);
    Resistor load(R=1e9);
    Ground ground;
  equation
    connect(supply.n, ground.p);
    connect(source.n, ground.p);
    connect(supply.p, pmos.S);
    connect(supply.p, pmos.B);
    connect(nmos.S, ground.p);
    connect(nmos.B, ground.p);
    connect(source.p, nmos.G);
    connect(source.p, pmos.G);
    connect(nmos.D, pmos.D);
    connect(nmos.D, load.p);
    connect(load.n, ground.p);
    annotation (experiment(StopTime=1, Tolerance=1e-6),
      Documentation(info="<html><p>With equal transistors the output is half the supply when the
input is (t = 0.5 s), up to
the current of the load, and near 5 V and 0 V at the ends.</p></html>"));
  end CMOSInverter;

  model SaturatedMOSFET "Drain current in the three regions"
    extends Icons.Example;
    Sources.ConstantVoltage gate(V=3);
    Sources.RampVoltage drain(V=5, duration=1);
    Semiconductors.NMOS nmos(Kp=2e-4, Vto=1, Gmin=0, useCharge=true, Cgs=1e-12, Cgd=1e-13);
    Ground ground;
    Real exact = 2e-4*(if 5*time < 2 then 5*time*(2 - 2.5*time) else 2) "nmos.id";
  equation
    connect(gate.p, nmos.G);
    connect(drain.p, nmos.D);
    connect(nmos.S, ground.p);
    connect(nmos.B, ground.p);
    connect(gate.n, ground.p);
    connect(drain.n, ground.p);
    annotation (experiment(StopTime=1, Tolerance=1e-6),
      Documentation(info="<html><p>With <code>vov = 2</code>: <code>id = Kp*vds*(vov - vds/2)</code>
up to <code>vds = 2</code>, then
<code>Kp*vov^2/2 = 4e-4</code>.</p></html>"));
  end SaturatedMOSFET;

  model SaturatedPMOS "Drain current of a P-channel transistor"
    extends Icons.Example;
    Sources.ConstantVoltage supply(V=5);
    Sources.ConstantVoltage gate(V=2);
    Sources.RampVoltage drain(V=-5, duration=1, offset=5);
    Semiconductors.PMOS pmos(Kp=1e-4, Vto=1, lambda=0.05, Gmin=0);
    Ground ground;
    Real exact = 1e-4*(1 + 0.25*time)*(if 5*time < 2 then 5*time*(2 - 2.5*time) else 2) "pmos.id";
  equation
    connect(supply.p, pmos.S);
    connect(supply.p, pmos.B);
    connect(gate.p, pmos.G);
    connect(drain.p, pmos.D);
    connect(supply.n, ground.p);
    connect(gate.n, ground.p);
    connect(drain.n, ground.p);
    annotation (experiment(StopTime=1, Tolerance=1e-6),
      Documentation(info="<html><p>Source at 5 V, gate at 2 V: <code>vov = 2</code>. The drain
falls from
5 V to 0: <code>id = Kp*(1 + lambda*vds)*vds*(vov - vds/2)</code> up to <code>vds = 2</code>, then
<code>Kp/2*(1 + lambda*vds)*vov^2</code>.</p></html>"));
  end SaturatedPMOS;

  model MotorStart "Start of a direct-current motor"
    extends Icons.Example;
    Sources.ConstantVoltage source(V=24);
    DCMotor motor(R=1, L=0.01, k=0.1, J=0.001, inductor(i(start=0, fixed=true)),
      rotor(phi(start=0, fixed=true), w(start=0, fixed=true)));
    Sensors.PowerSensor power;
    Ground ground;
    Formola.Rotational.Sensors.SpeedSensor speed;
    Real exact = 240*(1 - (s2*exp(s1*time) - s1*exp(s2*time))/(s2 - s1)) "speed.w";
  protected
    parameter Real s1 = -50 + sqrt(2500 - 1000) "First eigenvalue";
    parameter Real s2 = -50 - sqrt(2500 - 1000) "Second eigenvalue";
  equation
    connect(source.p, power.pc);
    connect(power.nc, motor.p);
    connect(power.pv, source.p);
    connect(power.nv, source.n);
    connect(motor.n, source.n);
    connect(source.n, ground.p);
    connect(motor.flange, speed.flange);
    annotation (experiment(StopTime=0.5, Tolerance=1e-7),
      Documentation(info="<html><p>The eigenvalues solve <code>s^2 + R/L*s + k^2/(L*J) = s^2 + 100*s
+ 1000 = 0</code>. Solution:
<code>w = V/k*(1 - (s2*exp(s1*t) - s1*exp(s2*t))/(s2 - s1))</code>.</p></html>"));
  end MotorStart;

  model DiffusionLine "Ladder of resistors and capacitors"
    extends Icons.Example;
    parameter Integer N = 20 "Number of segments";
    Sources.StepVoltage source(V=1);
    Lines.RCLadder line(N=N, R=1, C=1, c(each v(start=0, fixed=true)));
    Sensors.VoltageSensor voltmeter;
    Ground ground;
    parameter Real theta[N] = {(2*j - 1)*Constants.pi/(2*N + 1) for j in 1:N}
      "Angles of the eigenvectors of the ladder";
    Units.Voltage exact = 1 - 4/(2*N + 1)*sum(sin(N*theta[j])*sum(sin(k*theta[j]) for k in 1:N)*
      exp(-(2*N*sin(theta[j]/2))^2*time) for j in 1:N) "voltmeter.v";
  equation
    connect(source.p, line.p);
    connect(source.n, ground.p);
    connect(line.ref, ground.p);
    connect(voltmeter.p, line.n);
    connect(voltmeter.n, ground.p);
    annotation (experiment(StopTime=2, Tolerance=1e-6),
      Documentation(info="<html><p>The ladder has the eigenvectors <code>sin(k*theta)</code> with
<code>theta = (2*j - 1)*pi/(2*N + 1)</code> and the eigenvalues <code>-(2*N*sin(theta/2))^2</code>;
<code>exact</code> is the sum over them. For large <code>N</code> it tends to the solution of the
diffusion equation, <code>1 - 4/pi*(exp(-pi^2*t/4) - exp(-9*pi^2*t/4)/3 + ...)</code>.</p></html>"));
  end DiffusionLine;

  model DelayLine "Ladder of inductors and capacitors with matched ends"
    extends Icons.Example;
    parameter Integer N = 50 "Number of segments";
    Sources.PulseVoltage source(V=2, period=10, width=5);
    Resistor rs(R=1);
    Lines.LCLadder line(N=N, L=1, C=1, l(each i(start=0, fixed=true)),
      c(each v(start=0, fixed=true)));
    Resistor rl(R=1);
    Ground ground;
  equation
    connect(source.p, rs.p);
    connect(rs.n, line.p);
    connect(line.n, rl.p);
    connect(rl.n, ground.p);
    connect(source.n, ground.p);
    connect(line.ref, ground.p);
    annotation (experiment(StopTime=3, Tolerance=1e-6),
      Documentation(info="<html><p>Delay <code>sqrt(L*C) = 1</code> s and wave impedance 1 Ohm: a
pulse of about 1 V and 0.5 s
arrives at the load about 1 s later, and is not reflected.</p></html>"));
  end DelayLine;

  model LossyLine "Telegrapher's line: steady state"
    extends Icons.Example;
    Sources.ConstantVoltage source(V=1);
    Lines.RLGCLine line(N=10, length=1, r=1, l=0.1, g=1, c=0.1, L(each i(start=0, fixed=true)),
      C(each v(start=0, fixed=true)));
    Ground ground;
  equation
    connect(source.p, line.p);
    connect(source.n, ground.p);
    connect(line.ref, ground.p);
    annotation (experiment(StopTime=5, Tolerance=1e-6),
      Documentation(info="<html><p>The steady voltage at the open end of a ladder of <code>N</code>
segments is <code>cosh(theta/2)/cosh((N + 1/2)*theta)</code> with <code>cosh(theta) = 1 +
r*g/(2*N^2)</code>; for many segments it tends to the <code>1/cosh(sqrt(r*g)) = 0.6481</code> of the
line.</p></html>"));
  end LossyLine;

  model HeatedResistor "Resistor that warms up a body"
    extends Icons.Example;
    Sources.ConstantCurrent source(I=1);
    Resistor resistor(R=10, alpha=0, useHeatPort=true);
    VariableResistor shunt;
    Formola.Blocks.Sources.Ramp shuntResistance(height=1e3, duration=1, offset=1e6);
    Ground ground;
    Formola.Thermal.HeatCapacitor body(C=5, T(start=293.15, fixed=true));
    Formola.Thermal.ThermalConductor toAmbient(G=0.5);
    Formola.Thermal.Sources.FixedTemperature ambient(T=293.15);
  equation
    connect(source.n, resistor.p);
    connect(resistor.n, source.p);
    connect(source.p, ground.p);
    connect(resistor.heatPort, body.port);
    connect(body.port, toAmbient.port_a);
    connect(toAmbient.port_b, ambient.port);
    connect(shunt.p, resistor.p);
    connect(shunt.n, resistor.n);
    connect(shuntResistance.y, shunt.R);
    annotation (experiment(StopTime=50, Tolerance=1e-6),
      Documentation(info="<html><p>Up to the small current of the shunt, 10 W heat the body:
<code>body.T = 293.15 + 20*(1 - exp(-t/10))</code>.</p></html>"));
  end HeatedResistor;

  model CurrentStep "Current step into a parallel RL circuit"
    extends Icons.Example;
    Sources.StepCurrent source(I=1);
    Resistor resistor(R=2);
    Inductor inductor(L=1, i(start=0, fixed=true));
    Ground ground;
    Real exact = 1 - exp(-2*time) "inductor.i";
  equation
    connect(source.n, resistor.p);
    connect(resistor.p, inductor.p);
    connect(resistor.n, inductor.n);
    connect(source.p, resistor.n);
    connect(resistor.n, ground.p);
    annotation (experiment(StopTime=3, Tolerance=1e-6),
      Documentation(info="<html><p>Solution: <code>inductor.i = 1 -
exp(-R/L*t)</code>.</p></html>"));
  end CurrentStep;

  model ControlledSources "Sources driven by signals"
    extends Icons.Example;
    Formola.Blocks.Sources.Sine sine(f=1);
    Sources.SignalVoltage voltage;
    Resistor R1(R=2);
    Sources.SignalCurrent current;
    Resistor R2(R=3);
    Ground ground;
    Real exact = 3*sin(2*Constants.pi*time) "R2.v";
  equation
    connect(sine.y, voltage.u);
    connect(sine.y, current.u);
    connect(voltage.p, R1.p);
    connect(R1.n, voltage.n);
    connect(current.n, R2.p);
    connect(R2.n, current.p);
    connect(voltage.n, ground.p);
    connect(current.p, ground.p);
    annotation (experiment(StopTime=1, Tolerance=1e-6),
      Documentation(info="<html><p>Solutions: <code>R1.i = sine.y/2</code>, <code>R2.v =
3*sine.y</code>.</p></html>"));
  end ControlledSources;

  annotation (Documentation(info="<html><p>Examples of Formola.Electrical.</p></html>"));
end Electrical;
