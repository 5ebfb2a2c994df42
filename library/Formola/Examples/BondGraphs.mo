within Formola.Examples;
package BondGraphs "Bond graphs"
  extends Icons.Package;
  import Formola.BondGraphs.*;

  model SeriesOscillator "Resistor, inductor and capacitor in series"
    extends Icons.Example;
    Se source(e0=1)
      annotation (Placement(transformation(extent={{-70,-10},{-50,10}})));
    J1 mesh(nb=3)
      annotation (Placement(transformation(extent={{-30,-10},{-10,10}})));
    R resistor(R=2)
      annotation (Placement(transformation(extent={{10,30},{30,50}})));
    I inductor(I=1, momentum(fixed=true))
      annotation (Placement(transformation(extent={{10,-10},{30,10}})));
    C capacitor(C=0.1, q(fixed=true))
      annotation (Placement(transformation(extent={{10,-50},{30,-30}})));
    Real exact = 1 - exp(-time)*(cos(3*time) + sin(3*time)/3) "capacitor.e";
  equation
    connect(source.p, mesh.a[1])
      annotation (Line(points={{-50,0},{-30,0}}, color={0,110,110}));
    connect(mesh.b[1], resistor.p)
      annotation (Line(points={{-10,0},{0,0},{0,40},{10,40}}, color={0,110,110}));
    connect(mesh.b[2], inductor.p)
      annotation (Line(points={{-10,0},{10,0}}, color={0,110,110}));
    connect(mesh.b[3], capacitor.p)
      annotation (Line(points={{-10,0},{0,0},{0,-40},{10,-40}}, color={0,110,110}));
    annotation (experiment(StopTime=5, Tolerance=1e-7),
      Documentation(info="<html><p>One flow, four efforts. The voltage of the capacitor answers the step as
<code>1 - exp(-t)*(cos(3t) + sin(3t)/3)</code>.</p></html>"));
  end SeriesOscillator;

  model ParallelStorage "Two storages that share an effort: index 2"
    extends Icons.Example;
    Sf source(f0=3)
      annotation (Placement(transformation(extent={{-70,-10},{-50,10}})));
    J0 node(nb=3)
      annotation (Placement(transformation(extent={{-30,-10},{-10,10}})));
    C c1(C=2, q(fixed=true))
      annotation (Placement(transformation(extent={{10,30},{30,50}})));
    C c2(C=1)
      annotation (Placement(transformation(extent={{10,-10},{30,10}})));
    R leak(R=1)
      annotation (Placement(transformation(extent={{10,-50},{30,-30}})));
    Real exact = 3*(1 - exp(-time/3)) "c1.e";
  equation
    connect(source.p, node.a[1])
      annotation (Line(points={{-50,0},{-30,0}}, color={0,110,110}));
    connect(node.b[1], c1.p)
      annotation (Line(points={{-10,0},{0,0},{0,40},{10,40}}, color={0,110,110}));
    connect(node.b[2], c2.p)
      annotation (Line(points={{-10,0},{10,0}}, color={0,110,110}));
    connect(node.b[3], leak.p)
      annotation (Line(points={{-10,0},{0,0},{0,-40},{10,-40}}, color={0,110,110}));
    annotation (experiment(StopTime=10, Tolerance=1e-7),
      Documentation(info="<html><p>One of the storages has derivative causality: the constraint is differentiated, and one
state is left. <code>e = 3*(1 - exp(-t/3))</code>.</p></html>"));
  end ParallelStorage;

  model Motor "Motor with gear as a bond graph: gyrator and transformer"
    extends Icons.Example;
    Se source(e0=12)
      annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    J1 armature(nb=2)
      annotation (Placement(transformation(extent={{-80,-10},{-60,10}})));
    R resistance(R=0.5)
      annotation (Placement(transformation(extent={{-50,-50},{-30,-30}})));
    GY motor(r=0.1)
      annotation (Placement(transformation(extent={{-50,-10},{-30,10}})));
    Bond bond
      annotation (Placement(transformation(extent={{-20,-10},{0,10}})));
    TF gear(m=0.1)
      annotation (Placement(transformation(extent={{10,-10},{30,10}})));
    J1 shaft(nb=3)
      annotation (Placement(transformation(extent={{40,-10},{60,10}})));
    I load(I=2, momentum(fixed=true))
      annotation (Placement(transformation(extent={{80,30},{100,50}})));
    R friction(R=0.5)
      annotation (Placement(transformation(extent={{80,-10},{100,10}})));
    Sensors.Df speed
      annotation (Placement(transformation(extent={{80,-50},{100,-30}})));
    Real exact = 24/2.5*(1 - exp(-time*2.5/2)) "speed.y";
  equation
    connect(source.p, armature.a[1])
      annotation (Line(points={{-90,0},{-80,0}}, color={0,110,110}));
    connect(armature.b[1], motor.a)
      annotation (Line(points={{-60,0},{-50,0}}, color={0,110,110}));
    connect(armature.b[2], resistance.p)
      annotation (Line(points={{-60,0},{-55,0},{-55,-40},{-50,-40}}, color={0,110,110}));
    connect(motor.b, bond.a)
      annotation (Line(points={{-30,0},{-20,0}}, color={0,110,110}));
    connect(bond.b, gear.a)
      annotation (Line(points={{0,0},{10,0}}, color={0,110,110}));
    connect(gear.b, shaft.a[1])
      annotation (Line(points={{30,0},{40,0}}, color={0,110,110}));
    connect(shaft.b[1], load.p)
      annotation (Line(points={{60,0},{70,0},{70,40},{80,40}}, color={0,110,110}));
    connect(shaft.b[2], friction.p)
      annotation (Line(points={{60,0},{80,0}}, color={0,110,110}));
    connect(shaft.b[3], speed.p)
      annotation (Line(points={{60,0},{70,0},{70,-40},{80,-40}}, color={0,110,110}));
    annotation (experiment(StopTime=4, Tolerance=1e-7),
      Documentation(info="<html><p>With the motor constant <code>r</code>, the gear <code>a.e = m*b.e</code> and the resistance
<code>R</code> the shaft has the damping <code>friction + (r/m)^2/R</code> and the driving torque
<code>12*r/(m*R)</code>: <code>w = 9.6*(1 - exp(-1.25*t))</code>.</p></html>"));
  end Motor;

  model HeatedBody "What a resistor dissipates warms a body: a thermodynamic bond graph"
    extends Icons.Example;
    Sf source(f0=2)
      annotation (Placement(transformation(extent={{-90,-10},{-70,10}})));
    Thermal.RS resistor(R=5)
      annotation (Placement(transformation(extent={{-50,-10},{-30,10}})));
    Thermal.C body(C=10, T(start=293.15, fixed=true))
      annotation (Placement(transformation(extent={{30,30},{50,50}})));
    Thermal.Conduction wall(G=2)
      annotation (Placement(transformation(extent={{30,-10},{50,10}})));
    Thermal.Se room(T=293.15)
      annotation (Placement(transformation(extent={{70,-50},{90,-30}})));
    Real exact = 293.15 + 10*(1 - exp(-time/5)) "body.T";
    Units.Energy supplied(start=0, fixed=true) "Energy from the source";
    Units.Energy lost(start=0, fixed=true) "Energy into the room";
    Units.Energy missing = supplied - lost - body.U "Energy is conserved: zero";
  equation
    connect(source.p, resistor.p)
      annotation (Line(points={{-70,0},{-50,0}}, color={0,110,110}));
    connect(resistor.heat, body.p)
      annotation (Line(points={{-30,0},{10,0},{10,40},{30,40}}, color={191,0,0}));
    connect(resistor.heat, wall.a)
      annotation (Line(points={{-30,0},{30,0}}, color={191,0,0}));
    connect(wall.b, room.p)
      annotation (Line(points={{50,0},{100,0},{100,-40},{90,-40}}, color={191,0,0}));
    der(supplied) = resistor.e*resistor.f;
    der(lost) = wall.Q_flow;
    annotation (experiment(StopTime=25, Tolerance=1e-7),
      Documentation(info="<html><p>20 W become entropy in the resistor. The body follows
<code>293.15 + 10*(1 - exp(-t/5))</code>; <code>missing</code> stays zero, and
<code>wall.S_generated</code> is never negative.</p></html>"));
  end HeatedBody;

  model MixedDrive "Bond graph between components of other domains"
    extends Icons.Example;
    Formola.Electrical.Sources.ConstantVoltage battery(V=12)
      annotation (Placement(transformation(extent={{-100,-10},{-80,10}})));
    Formola.Electrical.Ground ground
      annotation (Placement(transformation(extent={{-100,-60},{-80,-40}})));
    Adaptors.Electrical pins
      annotation (Placement(transformation(extent={{-50,-10},{-30,10}})));
    J1 armature(nb=2)
      annotation (Placement(transformation(extent={{-20,-10},{0,10}})));
    Thermal.RS winding(R=0.5)
      annotation (Placement(transformation(extent={{10,-50},{30,-30}})));
    Thermal.HeatPortAdaptor heat
      annotation (Placement(transformation(extent={{40,-50},{60,-30}})));
    Formola.Thermal.HeatCapacitor iron(C=50, T(start=293.15, fixed=true))
      annotation (Placement(transformation(extent={{70,-20},{90,0}})));
    GY motor(r=0.1)
      annotation (Placement(transformation(extent={{10,10},{30,30}})));
    Adaptors.Rotational shaft
      annotation (Placement(transformation(extent={{40,10},{60,30}})));
    Formola.Rotational.Inertia load(J=0.02, phi(start=0, fixed=true), w(start=0, fixed=true))
      annotation (Placement(transformation(extent={{80,10},{100,30}})));
    Real exact = 120*(1 - exp(-time)) "load.w";
  equation
    connect(armature.b[1], motor.a)
      annotation (Line(points={{0,0},{5,0},{5,20},{10,20}}, color={0,110,110}));
    connect(armature.b[2], winding.p)
      annotation (Line(points={{0,0},{5,0},{5,-40},{10,-40}}, color={0,110,110}));
    connect(pins.b, armature.a[1])
      annotation (Line(points={{-30,0},{-20,0}}, color={0,110,110}));
    connect(winding.heat, heat.p)
      annotation (Line(points={{30,-40},{40,-40}}, color={191,0,0}));
    connect(motor.b, shaft.a)
      annotation (Line(points={{30,20},{40,20}}, color={0,110,110}));
    connect(shaft.flange, load.flange_a)
      annotation (Line(points={{60,20},{80,20}}, color={64,64,64}));
    connect(battery.p, pins.p)
      annotation (Line(points={{-100,0},{-106,0},{-106,20},{-60,20},{-60,5},{-50,5}}, color={0,0,255}));
    connect(battery.n, pins.n)
      annotation (Line(points={{-80,0},{-66,0},{-66,-5},{-50,-5}}, color={0,0,255}));
    connect(ground.p, battery.n)
      annotation (Line(points={{-90,-40},{-90,-24},{-74,-24},{-74,0},{-80,0}}, color={0,0,255}));
    connect(heat.port, iron.port)
      annotation (Line(points={{60,-40},{80,-40},{80,-20}}, color={191,0,0}));
    annotation (experiment(StopTime=10, Tolerance=1e-7),
      Documentation(info="<html><p>Battery, inertia and heat capacitor are components; what is between them is a bond graph.
The speed is <code>120*(1 - exp(-t))</code>, and half of the supplied energy ends in the iron:
<code>144 J</code>.</p></html>"));
  end MixedDrive;

  model Crank "Mass on a crank: a transformer whose ratio changes"
    extends Icons.Example;
    Modulated.MSe drive
      annotation (Placement(transformation(extent={{-70,30},{-50,50}})));
    Formola.Blocks.Sources.Constant torque(k=0)
      annotation (Placement(transformation(extent={{-110,30},{-90,50}})));
    J1 wheel(nb=3)
      annotation (Placement(transformation(extent={{-30,30},{-10,50}})));
    I disc(I=2, momentum(start=4, fixed=true))
      annotation (Placement(transformation(extent={{10,70},{30,90}})));
    Sensors.Df speed
      annotation (Placement(transformation(extent={{50,30},{70,50}})));
    Formola.Blocks.Continuous.Integrator angle
      annotation (Placement(transformation(extent={{90,30},{110,50}})));
    Formola.Blocks.Math.Sin lever
      annotation (Placement(transformation(extent={{90,-50},{110,-30}})));
    Modulated.MTF crank
      annotation (Placement(transformation(extent={{30,-10},{50,10}})));
    I mass(I=1)
      annotation (Placement(transformation(extent={{70,-10},{90,10}})));
    Units.Energy energy = disc.momentum*disc.f/2 + mass.momentum*mass.f/2 "Conserved: 4";
    Real exact = 2/sqrt(1 + sin(angle.y)^2/2) "speed.y";
  equation
    connect(torque.y, drive.u)
      annotation (Line(points={{-89,40},{-72,40}}, color={0,0,127}));
    connect(drive.p, wheel.a[1])
      annotation (Line(points={{-50,40},{-30,40}}, color={0,110,110}));
    connect(wheel.b[1], disc.p)
      annotation (Line(points={{-10,40},{0,40},{0,80},{10,80}}, color={0,110,110}));
    connect(wheel.b[2], speed.p)
      annotation (Line(points={{-10,40},{50,40}}, color={0,110,110}));
    connect(wheel.b[3], crank.a)
      annotation (Line(points={{-10,40},{10,40},{10,0},{30,0}}, color={0,110,110}));
    connect(crank.b, mass.p)
      annotation (Line(points={{50,0},{70,0}}, color={0,110,110}));
    connect(speed.y, angle.u)
      annotation (Line(points={{71,40},{88,40}}, color={0,0,127}));
    connect(angle.y, lever.u)
      annotation (Line(points={{111,40},{120,40},{120,-20},{80,-20},{80,-40},{88,-40}}, color={0,0,127}));
    connect(lever.y, crank.m)
      annotation (Line(points={{111,-40},{120,-40},{120,-60},{40,-60},{40,-12}}, color={0,0,127}));
    annotation (experiment(StopTime=10, Tolerance=1e-8),
      Documentation(info="<html><p>The velocity of the mass is <code>sin(phi)</code> times that of the crank: the transformer is
modulated by the angle. Without a torque the energy stays 4 J, while the speed
<code>w = 2/sqrt(1 + sin(phi)^2/2)</code> varies.</p></html>"));
  end Crank;

  model ControlledMotor "Field of a motor switched by a signal: a gyrator whose ratio changes"
    extends Icons.Example;
    Modulated.MSf supply
      annotation (Placement(transformation(extent={{-60,-10},{-40,10}})));
    Formola.Blocks.Sources.Constant current(k=10)
      annotation (Placement(transformation(extent={{-100,-10},{-80,10}})));
    Modulated.MGY motor
      annotation (Placement(transformation(extent={{-20,-10},{0,10}})));
    Formola.Blocks.Sources.Step field(height=0.2, startTime=1)
      annotation (Placement(transformation(extent={{-60,-60},{-40,-40}})));
    J0 shaft(nb=1)
      annotation (Placement(transformation(extent={{10,-10},{30,10}})));
    Sensors.De voltage
      annotation (Placement(transformation(extent={{50,-50},{70,-30}})));
    J0 node(nb=2)
      annotation (Placement(transformation(extent={{-20,30},{0,50}})));
    Adaptors.Translational adaptor
      annotation (Placement(transformation(extent={{50,-10},{70,10}})));
    Formola.Translational.Mass slide(m=4, s(start=0, fixed=true), v(start=0, fixed=true))
      annotation (Placement(transformation(extent={{90,-10},{110,10}})));
    Real exact = if time < 1 then 0 else 0.5*(time - 1) "slide.v";
  equation
    connect(current.y, supply.u)
      annotation (Line(points={{-79,0},{-62,0}}, color={0,0,127}));
    connect(motor.b, shaft.a[1])
      annotation (Line(points={{0,0},{10,0}}, color={0,110,110}));
    connect(shaft.b[1], adaptor.a)
      annotation (Line(points={{30,0},{50,0}}, color={0,110,110}));
    connect(adaptor.flange, slide.flange_a)
      annotation (Line(points={{70,0},{90,0}}, color={0,127,0}));
    connect(supply.p, node.a[1])
      annotation (Line(points={{-40,0},{-30,0},{-30,40},{-20,40}}, color={0,110,110}));
    connect(node.b[1], motor.a)
      annotation (Line(points={{0,40},{6,40},{6,20},{-26,20},{-26,0},{-20,0}}, color={0,110,110}));
    connect(node.b[2], voltage.p)
      annotation (Line(points={{0,40},{40,40},{40,-40},{50,-40}}, color={0,110,110}));
    connect(field.y, motor.r)
      annotation (Line(points={{-39,-50},{-10,-50},{-10,-12}}, color={0,0,127}));
    annotation (experiment(StopTime=3, Tolerance=1e-7),
      Documentation(info="<html><p>A constant current through a linear motor: the force is <code>r*10</code>, so that the slide
is accelerated with 0.5 m/s2 from the time when the field is switched on; the voltage is
<code>r*v</code>.</p></html>"));
  end ControlledMotor;

  annotation (Documentation(info="<html><p>Examples of Formola.BondGraphs.</p></html>"));
end BondGraphs;
