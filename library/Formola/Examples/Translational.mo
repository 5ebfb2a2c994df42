within Formola.Examples;
package Translational "Sliding parts"
  extends Icons.Package;
  import Formola.Translational.*;

  model Oscillator "Mass on a spring"
    extends Icons.Example;
    Fixed wall annotation (Placement(transformation(extent={{-70,-10},{-50,10}})));
    Spring spring(c=9, s_rel0=1)
      annotation (Placement(transformation(extent={{-40,-10},{-20,10}})));
    Mass mass(m=1, s(start=1.5, fixed=true), v(start=0, fixed=true))
      annotation (Placement(transformation(extent={{0,-10},{20,10}})));
    Real exact = 1 + 0.5*cos(3*time) "mass.s";
  equation
    connect(wall.flange, spring.flange_a)
      annotation (Line(points={{-60,0},{-40,0}}, color={0,127,0}));
    connect(spring.flange_b, mass.flange_a)
      annotation (Line(points={{-20,0},{0,0}}, color={0,127,0}));
    annotation (experiment(StopTime=10, Tolerance=1e-8),
      Documentation(info="<html><p>Solution: <code>s = 1 + cos(3*t)/2</code>.</p></html>"));
  end Oscillator;

  model DampedMass "Mass pulled against a damper"
    extends Icons.Example;
    Sources.ConstantForce force(f=1)
      annotation (Placement(transformation(extent={{-30,30},{-10,50}})));
    Mass mass(m=1, L=0.2, s(start=0, fixed=true), v(start=0, fixed=true))
      annotation (Placement(transformation(extent={{30,-10},{10,10}})));
    Damper damper(d=2) annotation (Placement(transformation(extent={{-10,-10},{-30,10}})));
    Fixed wall(s0=1) annotation (Placement(transformation(extent={{-70,-10},{-50,10}})));
    Sensors.SpeedSensor speed annotation (Placement(transformation(extent={{10,-50},{30,-30}})));
    Sensors.PositionSensor position
      annotation (Placement(transformation(extent={{50,-50},{70,-30}})));
    Sensors.AccelerationSensor acceleration
      annotation (Placement(transformation(extent={{50,-10},{70,10}})));
    Sensors.ForceSensor forceSensor
      annotation (Placement(transformation(extent={{10,30},{30,50}})));
    Real exact = 0.5*(1 - exp(-2*time)) "speed.v";
  equation
    connect(force.flange, forceSensor.flange_a)
      annotation (Line(points={{-10,40},{10,40}}, color={0,127,0}));
    connect(forceSensor.flange_b, mass.flange_a)
      annotation (Line(points={{30,40},{36,40},{36,0},{30,0}}, color={0,127,0}));
    connect(mass.flange_b, damper.flange_a)
      annotation (Line(points={{10,0},{-10,0}}, color={0,127,0}));
    connect(damper.flange_b, wall.flange)
      annotation (Line(points={{-30,0},{-60,0}}, color={0,127,0}));
    connect(mass.flange_b, speed.flange)
      annotation (Line(points={{10,0},{4,0},{4,-40},{10,-40}}, color={0,127,0}));
    connect(mass.flange_a, position.flange)
      annotation (Line(points={{30,0},{44,0},{44,-40},{50,-40}}, color={0,127,0}));
    connect(mass.flange_a, acceleration.flange)
      annotation (Line(points={{30,0},{50,0}}, color={0,127,0}));
    annotation (experiment(StopTime=3, Tolerance=1e-6),
      Documentation(info="<html><p>Solution: <code>v = (1 - exp(-2*t))/2</code>.</p></html>"));
  end DampedMass;

  model SlidingMass "Mass that friction brings to rest"
    extends Icons.Example;
    Mass mass(m=2, s(start=0, fixed=true), v(start=3, fixed=true))
      annotation (Placement(transformation(extent={{-30,-10},{-10,10}})));
    CoulombFriction friction(f_c=2, peak=1.2)
      annotation (Placement(transformation(extent={{10,-10},{30,10}})));
    Real exact = max(3 - time, 0) "mass.v";
  equation
    connect(mass.flange_b, friction.flange_a)
      annotation (Line(points={{-10,0},{10,0}}, color={0,127,0}));
    annotation (experiment(StopTime=5, Tolerance=1e-6),
      Documentation(info="<html><p>Solution: <code>v = 3 - t</code> until 3 s, then stuck at <code>s
= 4.5</code>.</p></html>"));
  end SlidingMass;

  model BouncingBall "Ball on an elastic floor"
    extends Icons.Example;
    Fixed floor annotation (Placement(transformation(extent={{-30,-30},{-10,-10}})));
    EndStop contact(c=1e5, d=50) annotation (Placement(transformation(extent={{10,-30},{30,-10}})));
    Mass ball(m=1, s(start=1, fixed=true), v(start=0, fixed=true))
      annotation (Placement(transformation(extent={{30,10},{10,30}})));
    Sources.ConstantForce weight(f=-9.81)
      annotation (Placement(transformation(extent={{-30,10},{-10,30}})));
  equation
    connect(floor.flange, contact.flange_a)
      annotation (Line(points={{-20,-20},{10,-20}}, color={0,127,0}));
    connect(contact.flange_b, ball.flange_a)
      annotation (Line(points={{30,-20},{36,-20},{36,20},{30,20}}, color={0,127,0}));
    connect(ball.flange_b, weight.flange)
      annotation (Line(points={{10,20},{-10,20}}, color={0,127,0}));
    annotation (experiment(StopTime=3, Tolerance=1e-8),
      Documentation(info="<html><p>First contact at <code>t = sqrt(2/9.81) = 0.45152</code> s with
the speed 4.42945 m/s; each bounce is lower.</p></html>"));
  end BouncingBall;

  model CraneWithRack "Motor torque moves a mass by rack and pinion"
    extends Icons.Example;
    Formola.Rotational.Sources.ConstantTorque torque(tau=1)
      annotation (Placement(transformation(extent={{-90,-30},{-70,-10}})));
    Formola.Rotational.Inertia motor(J=0.01)
      annotation (Placement(transformation(extent={{-50,-30},{-30,-10}})));
    Formola.Rotational.RackAndPinion rack(ratio=10)
      annotation (Placement(transformation(extent={{-10,-30},{10,-10}})));
    Mass mass(m=4, s(start=0, fixed=true), v(start=0, fixed=true))
      annotation (Placement(transformation(extent={{30,-30},{50,-10}})));
    Rod rod(L=0.5) annotation (Placement(transformation(extent={{70,-30},{90,-10}})));
    Mass mass2(m=5) annotation (Placement(transformation(extent={{90,10},{70,30}})));
    Real exact = time "mass.v";
  equation
    connect(torque.flange, motor.flange_a)
      annotation (Line(points={{-70,-20},{-50,-20}}, color={95,95,95}));
    connect(motor.flange_b, rack.flange_r)
      annotation (Line(points={{-30,-20},{-10,-20}}, color={95,95,95}));
    connect(rack.flange_t, mass.flange_a)
      annotation (Line(points={{10,-20},{30,-20}}, color={0,127,0}));
    connect(mass.flange_b, rod.flange_a)
      annotation (Line(points={{50,-20},{70,-20}}, color={0,127,0}));
    connect(rod.flange_b, mass2.flange_a)
      annotation (Line(points={{90,-20},{96,-20},{96,20},{90,20}}, color={0,127,0}));
    annotation (experiment(StopTime=2, Tolerance=1e-6),
      Documentation(info="<html><p><code>(m + m2 + ratio^2*J)*der(v) = ratio*tau</code>, so <code>v
= t</code>.</p></html>"));
  end CraneWithRack;

  model Shaker "Prescribed motion of a spring and damper, and a brake"
    extends Icons.Example;
    Formola.Blocks.Sources.Sine sine(f=1)
      annotation (Placement(transformation(extent={{-70,-30},{-50,-10}})));
    Sources.Position position annotation (Placement(transformation(extent={{-30,-70},{-10,-50}})));
    SpringDamper coupling(c=100, d=4, s_rel0=1, s_rel(start=1, fixed=true),
      v_rel(start=0, fixed=false))
      annotation (Placement(transformation(extent={{10,-70},{30,-50}})));
    Mass mass(m=1, v(start=0, fixed=true))
      annotation (Placement(transformation(extent={{50,-70},{70,-50}})));
    Sources.Speed speed annotation (Placement(transformation(extent={{-30,10},{-10,30}})));
    Brake brake(f_c=1)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=90,
        origin={-20,60})));
    Sources.Force force annotation (Placement(transformation(extent={{-30,-30},{-10,-10}})));
    Mass mass2(m=1, s(start=0, fixed=true), v(start=0, fixed=true))
      annotation (Placement(transformation(extent={{30,-30},{10,-10}})));
    Spring weak(c=1) annotation (Placement(transformation(extent={{10,10},{30,30}})));
    Formola.Blocks.Sources.Step press(startTime=1)
      annotation (Placement(transformation(extent={{-70,50},{-50,70}})));
    constant Units.Time second = 1 "One signal is a position and a speed ...";
    constant Units.TranslationalStiffness stiffness = 1 "... and a force";
  equation
    connect(sine.y, position.s_ref)
      annotation (Line(points={{-49,-20},{-36,-20},{-36,-60},{-32,-60}}, color={0,0,127}));
    connect(position.flange, coupling.flange_a)
      annotation (Line(points={{-10,-60},{10,-60}}, color={0,127,0}));
    connect(coupling.flange_b, mass.flange_a)
      annotation (Line(points={{30,-60},{50,-60}}, color={0,127,0}));
    speed.v_ref = sine.y/second;
    connect(speed.flange, weak.flange_a)
      annotation (Line(points={{-10,20},{10,20}}, color={0,127,0}));
    connect(weak.flange_b, mass2.flange_a)
      annotation (Line(points={{30,20},{36,20},{36,-20},{30,-20}}, color={0,127,0}));
    force.f = sine.y*stiffness;
    connect(force.flange, mass2.flange_b)
      annotation (Line(points={{-10,-20},{10,-20}}, color={0,127,0}));
    connect(mass2.flange_b, brake.flange_a)
      annotation (Line(points={{10,-20},{-4,-20},{-4,44},{-20,44},{-20,50}}, color={0,127,0}));
    connect(press.y, brake.f_normalized)
      annotation (Line(points={{-49,60},{-31,60}}, color={0,0,127}));
    annotation (experiment(StopTime=3, Tolerance=1e-6),
      Documentation(info="<html><p>The mass follows the shaker with resonance at <code>sqrt(c/m) =
10</code> rad/s.</p></html>"));
  end Shaker;

  annotation (Documentation(info="<html><p>Examples of Formola.Translational.</p></html>"));
end Translational;
