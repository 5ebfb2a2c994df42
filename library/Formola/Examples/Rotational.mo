within Formola.Examples;
package Rotational "Drive trains"
  extends Icons.Package;
  import Formola.Rotational.*;

  model TorsionPendulum "Inertia on a torsion spring"
    extends Icons.Example;
    Fixed wall annotation (Placement(transformation(extent={{-70,-10},{-50,10}})));
    Spring spring(c=4) annotation (Placement(transformation(extent={{-40,-10},{-20,10}})));
    Inertia inertia(J=1, phi(start=1, fixed=true), w(start=0, fixed=true))
      annotation (Placement(transformation(extent={{0,-10},{20,10}})));
    Real exact = cos(2*time) "inertia.phi";
  equation
    connect(wall.flange, spring.flange_a) annotation (Line(points={{-60,0},{-40,0}}));
    connect(spring.flange_b, inertia.flange_a) annotation (Line(points={{-20,0},{0,0}}));
    annotation (experiment(StopTime=10, Tolerance=1e-8),
      Documentation(info="<html><p>Solution: <code>phi = cos(sqrt(c/J)*t)</code>.</p></html>"));
  end TorsionPendulum;

  model DampedPendulum "Two inertias with spring and damper between them"
    extends Icons.Example;
    Inertia J1(J=1, phi(start=0, fixed=true), w(start=0, fixed=true))
      annotation (Placement(transformation(extent={{-50,-10},{-30,10}})));
    SpringDamper shaft(c=2, d=1, phi_rel(start=1, fixed=true), w_rel(start=0, fixed=true))
      annotation (Placement(transformation(extent={{-10,-10},{10,10}})));
    Inertia J2(J=1) annotation (Placement(transformation(extent={{30,-10},{50,10}})));
    Real exact = exp(-time)*(cos(sqrt(3)*time) + sin(sqrt(3)*time)/sqrt(3)) "shaft.phi_rel";
  equation
    connect(J1.flange_b, shaft.flange_a)
      annotation (Line(points={{-30,0},{-10,0}}, color={95,95,95}));
    connect(shaft.flange_b, J2.flange_a)
      annotation (Line(points={{10,0},{30,0}}, color={95,95,95}));
    annotation (experiment(StopTime=6, Tolerance=1e-8),
      Documentation(info="<html><p>The twist obeys <code>x'' + 2*d/J*x' + 2*c/J*x = 0</code>, so
<code>x = exp(-t)*(cos(sqrt(3)*t) + sin(sqrt(3)*t)/sqrt(3))</code>; the sum of the angles stays
1.</p></html>"));
  end DampedPendulum;

  model DriveTrain "Shaft, gear, shaft: one degree of freedom"
    extends Icons.Example;
    Sources.ConstantTorque torque(tau=1)
      annotation (Placement(transformation(extent={{-70,10},{-90,30}})));
    Inertia shaft1(J=0.5, phi(start=0, fixed=true), w(start=0, fixed=true))
      annotation (Placement(transformation(extent={{-90,-30},{-70,-10}})));
    IdealGear gear(ratio=4) annotation (Placement(transformation(extent={{-50,-30},{-30,-10}})));
    Inertia shaft2(J=2) annotation (Placement(transformation(extent={{30,-30},{50,-10}})));
    Sensors.TorqueSensor torqueSensor
      annotation (Placement(transformation(extent={{-10,-30},{10,-10}})));
    Sensors.AngleSensor angle annotation (Placement(transformation(extent={{70,-30},{90,-10}})));
    Sensors.AccelerationSensor acceleration
      annotation (Placement(transformation(extent={{70,10},{90,30}})));
    Real exact = 0.4*time "shaft2.w";
  equation
    connect(torque.flange, shaft1.flange_a)
      annotation (Line(points={{-90,20},{-96,20},{-96,-20},{-90,-20}}, color={95,95,95}));
    connect(shaft1.flange_b, gear.flange_a)
      annotation (Line(points={{-70,-20},{-50,-20}}, color={95,95,95}));
    connect(gear.flange_b, torqueSensor.flange_a)
      annotation (Line(points={{-30,-20},{-10,-20}}, color={95,95,95}));
    connect(torqueSensor.flange_b, shaft2.flange_a)
      annotation (Line(points={{10,-20},{30,-20}}, color={95,95,95}));
    connect(shaft2.flange_b, angle.flange)
      annotation (Line(points={{50,-20},{70,-20}}, color={95,95,95}));
    connect(shaft2.flange_b, acceleration.flange)
      annotation (Line(points={{50,-20},{64,-20},{64,20},{70,20}}, color={95,95,95}));
    annotation (experiment(StopTime=1, Tolerance=1e-6),
      Documentation(info="<html><p>Rigid coupling: <code>(J2 + i^2*J1)*der(w2) = i*tau</code>, hence
<code>w2 = 4/(2 + 16*0.5)*t</code>.</p></html>"));
  end DriveTrain;

  model ReversedGear "The drive train with its gear turned round"
    extends Icons.Example;
    Sources.ConstantTorque torque(tau=1)
      annotation (Placement(transformation(extent={{-70,-10},{-50,10}})));
    Inertia shaft1(J=0.5, phi(start=0, fixed=true), w(start=0, fixed=true))
      annotation (Placement(transformation(extent={{-30,-10},{-10,10}})));
    IdealGear gear(ratio=0.25) annotation (Placement(transformation(extent={{30,-10},{10,10}})));
    Inertia shaft2(J=2) annotation (Placement(transformation(extent={{50,-10},{70,10}})));
    Real exact = 0.4*time "shaft2.w";
  equation
    connect(torque.flange, shaft1.flange_a)
      annotation (Line(points={{-50,0},{-30,0}}, color={95,95,95}));
    connect(shaft1.flange_b, gear.flange_b)
      annotation (Line(points={{-10,0},{10,0}}, color={95,95,95}));
    connect(gear.flange_a, shaft2.flange_a)
      annotation (Line(points={{30,0},{50,0}}, color={95,95,95}));
    annotation (experiment(StopTime=1, Tolerance=1e-6),
      Documentation(info="<html><p>The solution of <code>DriveTrain</code>.</p></html>"));
  end ReversedGear;

  model Stopping "Inertia that friction brings to rest"
    extends Icons.Example;
    BearingFriction bearing(tau_c=1)
      annotation (Placement(transformation(extent={{-30,-10},{-10,10}})));
    Inertia inertia(J=1, phi(start=0, fixed=true), w(start=2, fixed=true))
      annotation (Placement(transformation(extent={{10,-10},{30,10}})));
    Real exact = max(2 - time, 0) "inertia.w";
  equation
    connect(bearing.flange_b, inertia.flange_a)
      annotation (Line(points={{-10,0},{10,0}}, color={95,95,95}));
    annotation (experiment(StopTime=4, Tolerance=1e-6),
      Documentation(info="<html><p>Solution: <code>w = 2 - t</code> until <code>t = 2</code>, then
stuck.</p></html>"));
  end Stopping;

  model Breakaway "Ramp of torque against stiction"
    extends Icons.Example;
    Formola.Blocks.Sources.Ramp ramp(height=4, duration=4)
      annotation (Placement(transformation(extent={{-70,-10},{-50,10}})));
    Sources.Torque torque annotation (Placement(transformation(extent={{-30,-10},{-10,10}})));
    Inertia inertia(J=1, phi(start=0, fixed=true), w(start=0, fixed=true))
      annotation (Placement(transformation(extent={{10,-10},{30,10}})));
    BearingFriction bearing(tau_c=1, peak=2)
      annotation (Placement(transformation(extent={{50,-10},{70,10}})));
    Real exact = if time < 2 then 0 else (time - 2)^2/2 + (time - 2) "inertia.w";
  equation
    connect(ramp.y, torque.tau) annotation (Line(points={{-49,0},{-32,0}}, color={0,0,127}));
    connect(torque.flange, inertia.flange_a)
      annotation (Line(points={{-10,0},{10,0}}, color={95,95,95}));
    connect(inertia.flange_b, bearing.flange_a)
      annotation (Line(points={{30,0},{50,0}}, color={95,95,95}));
    annotation (experiment(StopTime=4, Tolerance=1e-6),
      Documentation(info="<html><p>Stuck until the torque reaches <code>peak*tau_c = 2</code>; then
<code>der(w) = t - 1</code>, so <code>w = (t - 2)^2/2 + (t - 2)</code>.</p></html>"));
  end Breakaway;

  model StickSlip "Mass-spring system dragged over a dry surface"
    extends Icons.Example;
    Sources.ConstantSpeed drive(w_fixed=0.1)
      annotation (Placement(transformation(extent={{-70,-10},{-50,10}})));
    Spring spring(c=1) annotation (Placement(transformation(extent={{-30,-10},{-10,10}})));
    Inertia inertia(J=1, phi(start=0, fixed=true), w(start=0, fixed=true))
      annotation (Placement(transformation(extent={{10,-10},{30,10}})));
    BearingFriction bearing(tau_c=1, peak=1.5)
      annotation (Placement(transformation(extent={{50,-10},{70,10}})));
  equation
    connect(drive.flange, spring.flange_a)
      annotation (Line(points={{-50,0},{-30,0}}, color={95,95,95}));
    connect(spring.flange_b, inertia.flange_a)
      annotation (Line(points={{-10,0},{10,0}}, color={95,95,95}));
    connect(inertia.flange_b, bearing.flange_a)
      annotation (Line(points={{30,0},{50,0}}, color={95,95,95}));
    annotation (experiment(StopTime=40, Tolerance=1e-6),
      Documentation(info="<html><p>Stuck until <code>0.1*t = 1.5</code>, then it slips and sticks
again, periodically.</p></html>"));
  end StickSlip;

  model ClutchEngagement "Two inertias coupled by a clutch"
    extends Icons.Example;
    Inertia J1(J=1, phi(start=0, fixed=true), w(start=10, fixed=true))
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=90,
        origin={20,-40})));
    Clutch clutch(tau_c=5)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=90,
        origin={20,0})));
    Inertia J2(J=4, phi(start=0, fixed=true), w(start=0, fixed=true))
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=90,
        origin={20,40})));
    Formola.Blocks.Sources.Step press(startTime=1)
      annotation (Placement(transformation(extent={{-30,-10},{-10,10}})));
    Real exact = if time < 1 then 10 else if time < 2.6 then 10 - 5*(time - 1) else 2 "J1.w";
  equation
    connect(J1.flange_b, clutch.flange_a)
      annotation (Line(points={{20,-30},{20,-10}}, color={95,95,95}));
    connect(clutch.flange_b, J2.flange_a)
      annotation (Line(points={{20,10},{20,30}}, color={95,95,95}));
    connect(press.y, clutch.f_normalized) annotation (Line(points={{-9,0},{9,0}}, color={0,0,127}));
    annotation (experiment(StopTime=4, Tolerance=1e-6),
      Documentation(info="<html><p>Angular momentum 10 is conserved. The clutch closes at 1 s:
<code>J1.w = 10 - 5*(t - 1)</code>,
<code>J2.w = 1.25*(t - 1)</code> until both are 2 at 2.6 s; then they turn together.</p></html>"));
  end ClutchEngagement;

  model Braking "Brake that stops a driven inertia"
    extends Icons.Example;
    Sources.ConstantTorque torque(tau=1)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=90,
        origin={20,-40})));
    Inertia inertia(J=1, phi(start=0, fixed=true), w(start=0, fixed=true))
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=90,
        origin={20,0})));
    Brake brake(tau_c=3)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=90,
        origin={20,40})));
    Formola.Blocks.Sources.Step press(startTime=2)
      annotation (Placement(transformation(extent={{-30,30},{-10,50}})));
    Real exact = if time < 2 then time else max(2 - 2*(time - 2), 0) "inertia.w";
  equation
    connect(torque.flange, inertia.flange_a)
      annotation (Line(points={{20,-30},{20,-10}}, color={95,95,95}));
    connect(inertia.flange_b, brake.flange_a)
      annotation (Line(points={{20,10},{20,30}}, color={95,95,95}));
    connect(press.y, brake.f_normalized)
      annotation (Line(points={{-9,40},{9,40}}, color={0,0,127}));
    annotation (experiment(StopTime=4, Tolerance=1e-6),
      Documentation(info="<html><p>Solution: <code>w = t</code> until 2 s, then <code>2 - 2*(t -
2)</code> until the brake sticks at 3 s.</p></html>"));
  end Braking;

  model Hoist "Lossy gear that lifts a load"
    extends Icons.Example;
    Sources.ConstantTorque motor(tau=2)
      annotation (Placement(transformation(extent={{-50,10},{-30,30}})));
    Inertia rotor(J=0.1, phi(start=0, fixed=true), w(start=0, fixed=true))
      annotation (Placement(transformation(extent={{-10,10},{10,30}})));
    LossyGear gear(ratio=10, eta=0.8, tau_c=0.1, w_eta=1e-6)
      annotation (Placement(transformation(extent={{30,10},{50,30}})));
    Inertia drum(J=5) annotation (Placement(transformation(extent={{50,-30},{30,-10}})));
    Sources.ConstantTorque load(tau=-10)
      annotation (Placement(transformation(extent={{-10,-30},{10,-10}})));
  equation
    connect(motor.flange, rotor.flange_a)
      annotation (Line(points={{-30,20},{-10,20}}, color={95,95,95}));
    connect(rotor.flange_b, gear.flange_a)
      annotation (Line(points={{10,20},{30,20}}, color={95,95,95}));
    connect(gear.flange_b, drum.flange_a)
      annotation (Line(points={{50,20},{56,20},{56,-20},{50,-20}}, color={95,95,95}));
    connect(drum.flange_b, load.flange)
      annotation (Line(points={{30,-20},{10,-20}}, color={95,95,95}));
    annotation (experiment(StopTime=2, Tolerance=1e-6),
      Documentation(info="<html><p>While the motor drives: <code>J2*der(w2) = ratio*eta*(tau - tau_c
- J1*ratio*der(w2)) - 10</code>, so
<code>der(w2) = (8*1.9 - 10)/(5 + 8*0.1*10) = 0.4</code>.</p></html>"));
  end Hoist;

  model BacklashImpact "Inertia that moves to and fro in a backlash"
    extends Icons.Example;
    Fixed wall annotation (Placement(transformation(extent={{-50,-10},{-30,10}})));
    Backlash backlash(c=1e4, d=0, b=0.2)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}})));
    Inertia inertia(J=1, phi(start=0, fixed=true), w(start=1, fixed=true))
      annotation (Placement(transformation(extent={{30,-10},{50,10}})));
  equation
    connect(wall.flange, backlash.flange_a)
      annotation (Line(points={{-40,0},{-10,0}}, color={95,95,95}));
    connect(backlash.flange_b, inertia.flange_a)
      annotation (Line(points={{10,0},{30,0}}, color={95,95,95}));
    annotation (experiment(StopTime=1, Tolerance=1e-8),
      Documentation(info="<html><p>Contacts last half a period of the contact spring,
<code>pi/100</code> s; without damping the speed
after each is exactly reversed. The full period is <code>2*(0.2 + pi/100)</code> s.</p></html>"));
  end BacklashImpact;

  model PrescribedMotion "Sources that prescribe the motion"
    extends Icons.Example;
    Formola.Blocks.Sources.Sine sine(f=0.5)
      annotation (Placement(transformation(extent={{-50,-90},{-30,-70}})));
    Sources.Speed speed
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=90,
        origin={0,-40})));
    Damper damper(d=2)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=90,
        origin={0,40})));
    Fixed wall annotation (Placement(transformation(extent={{-10,70},{10,90}})));
    Sources.Position position annotation (Placement(transformation(extent={{-10,-90},{10,-70}})));
    Inertia inertia(J=1) annotation (Placement(transformation(extent={{30,-90},{50,-70}})));
    Sources.Speed filtered(exact=false)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=90,
        origin={-40,-40})));
    Inertia inertia2(J=1)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=90,
        origin={-40,0})));
    Sensors.PowerSensor power
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=90,
        origin={0,0})));
    Real exact = 2*sin(Constants.pi*time) "-damper.tau";
    Real exact2 = -Constants.pi^2*sin(Constants.pi*time) "inertia.a";
    constant Units.Time second = 1 "One signal is a speed and an angle";
  equation
    connect(sine.y, speed.w_ref)
      annotation (Line(points={{-29,-80},{-24,-80},{-24,-56},{0,-56},{0,-52}}, color={0,0,127}));
    connect(speed.flange, power.flange_a)
      annotation (Line(points={{0,-30},{0,-10}}, color={95,95,95}));
    connect(power.flange_b, damper.flange_a)
      annotation (Line(points={{0,10},{0,30}}, color={95,95,95}));
    connect(damper.flange_b, wall.flange)
      annotation (Line(points={{0,50},{0,80}}, color={95,95,95}));
    position.phi_ref = sine.y*second;
    connect(position.flange, inertia.flange_a)
      annotation (Line(points={{10,-80},{30,-80}}, color={95,95,95}));
    connect(sine.y, filtered.w_ref)
      annotation (Line(points={{-29,-80},{-24,-80},{-24,-56},{-40,-56},{-40,-52}},
        color={0,0,127}));
    connect(filtered.flange, inertia2.flange_a)
      annotation (Line(points={{-40,-30},{-40,-10}}, color={95,95,95}));
    annotation (experiment(StopTime=4, Tolerance=1e-6),
      Documentation(info="<html><p>The angle signal must be differentiated twice: <code>inertia.a =
-pi^2*sin(pi*t)</code>. The damper
takes the power <code>2*sin(pi*t)^2</code>.</p></html>"));
  end PrescribedMotion;

  model Fan "Inertia slowed down by a quadratic load"
    extends Icons.Example;
    Inertia fan(J=1, phi(start=0, fixed=true), w(start=1, fixed=true))
      annotation (Placement(transformation(extent={{30,-10},{10,10}})));
    Sources.QuadraticLoad load(tau_nominal=-1, w_nominal=1)
      annotation (Placement(transformation(extent={{-30,-10},{-10,10}})));
    Real exact = 1/(1 + time) "fan.w";
  equation
    connect(fan.flange_b, load.flange) annotation (Line(points={{10,0},{-10,0}}, color={95,95,95}));
    annotation (experiment(StopTime=5, Tolerance=1e-6),
      Documentation(info="<html><p>Solution: <code>w = 1/(1 + t)</code>.</p></html>"));
  end Fan;

  annotation (Documentation(info="<html><p>Examples of Formola.Rotational.</p></html>"));
end Rotational;
