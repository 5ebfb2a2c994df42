within Formola.Examples;
package MultiBody "Three-dimensional mechanics"
  extends Icons.Package;
  import Formola.MultiBody.*;

  model Pendulum "Body on a revolute joint"
    extends Icons.Example;
    inner World world annotation (Placement(transformation(extent={{-80,-10},{-60,10}})));
    Joints.Revolute joint(phi(start=0, fixed=true), w(start=0, fixed=true))
      annotation (Placement(transformation(extent={{-40,-10},{-20,10}})));
    Parts.Body body(m=2, r_CM={0.5, 0, 0}, I_33=0.1)
      annotation (Placement(transformation(extent={{0,-10},{20,10}})));
    Units.Energy energy = body.kineticEnergy + body.potentialEnergy "Stays zero";
    Units.AngularAcceleration exact = -2*9.81*0.5*cos(joint.phi)/(0.1 + 2*0.5^2) "joint.a";
  equation
    connect(world.frame_b, joint.frame_a) annotation (Line(points={{-60,0},{-40,0}}));
    connect(joint.frame_b, body.frame_a) annotation (Line(points={{-20,0},{0,0}}));
    annotation (experiment(StopTime=5, Tolerance=1e-8),
      Documentation(info="<html><p><code>(J + m*d^2)*der(w) = -m*g*d*cos(phi)</code> comes out by
itself; the energy stays zero.</p></html>"));
  end Pendulum;

  model DoublePendulum "Two boxes on two joints"
    extends Icons.Example;
    inner World world annotation (Placement(transformation(extent={{-90,-10},{-70,10}})));
    Joints.Revolute joint1(phi(start=0, fixed=true), w(start=0, fixed=true))
      annotation (Placement(transformation(extent={{-50,-10},{-30,10}})));
    Parts.BodyBox box1(r={0.5, 0, 0}, width=0.05)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}})));
    Joints.Revolute joint2(phi(start=0, fixed=true), w(start=0, fixed=true))
      annotation (Placement(transformation(extent={{30,-10},{50,10}})));
    Parts.BodyBox box2(r={0.5, 0, 0}, width=0.05)
      annotation (Placement(transformation(extent={{70,-10},{90,10}})));
    Units.Energy energy =
      box1.body.kineticEnergy + box1.body.potentialEnergy + box2.body.kineticEnergy + box2.body.potentialEnergy
      "Stays zero";
  equation
    connect(world.frame_b, joint1.frame_a)
      annotation (Line(points={{-70,0},{-50,0}}, color={95,95,95}, thickness=0.5));
    connect(joint1.frame_b, box1.frame_a)
      annotation (Line(points={{-30,0},{-10,0}}, color={95,95,95}, thickness=0.5));
    connect(box1.frame_b, joint2.frame_a)
      annotation (Line(points={{10,0},{30,0}}, color={95,95,95}, thickness=0.5));
    connect(joint2.frame_b, box2.frame_a)
      annotation (Line(points={{50,0},{70,0}}, color={95,95,95}, thickness=0.5));
    annotation (experiment(StopTime=3, Tolerance=1e-8),
      Documentation(info="<html><p>Starts horizontally at rest; the energy stays
zero.</p></html>"));
  end DoublePendulum;

  model ReversedPendulum "The pendulum with its joint turned round"
    extends Icons.Example;
    inner World world annotation (Placement(transformation(extent={{-50,-10},{-30,10}})));
    Joints.Revolute joint(phi(start=0, fixed=true), w(start=0, fixed=true))
      annotation (Placement(transformation(extent={{10,-10},{-10,10}})));
    Parts.Body body(m=2, r_CM={0.5, 0, 0}, I_33=0.1)
      annotation (Placement(transformation(extent={{30,-10},{50,10}})));
    Units.AngularAcceleration exact = 2*9.81*0.5*cos(joint.phi)/(0.1 + 2*0.5^2) "joint.a";
  equation
    connect(world.frame_b, joint.frame_b)
      annotation (Line(points={{-30,0},{-10,0}}, color={95,95,95}, thickness=0.5));
    connect(joint.frame_a, body.frame_a)
      annotation (Line(points={{10,0},{30,0}}, color={95,95,95}, thickness=0.5));
    annotation (experiment(StopTime=5, Tolerance=1e-8),
      Documentation(info="<html><p>The motion of <code>Pendulum</code> with the opposite sign of the
angle.</p></html>"));
  end ReversedPendulum;

  model SpringMass "Mass on a prismatic joint driven by a spring"
    extends Icons.Example;
    inner World world annotation (Placement(transformation(extent={{-70,-30},{-50,-10}})));
    Joints.Prismatic joint(n={0, -1, 0}, useAxisFlange=true, s(start=0, fixed=true),
      v(start=0, fixed=true)) annotation (Placement(transformation(extent={{10,-30},{30,-10}})));
    Parts.Body body(m=1) annotation (Placement(transformation(extent={{50,-30},{70,-10}})));
    Formola.Translational.Fixed wall
      annotation (Placement(transformation(extent={{-70,10},{-50,30}})));
    Formola.Translational.Spring spring(c=9.81)
      annotation (Placement(transformation(extent={{-30,10},{-10,30}})));
    Sensors.CutForce cut annotation (Placement(transformation(extent={{-30,-30},{-10,-10}})));
    Real exact = 1 - cos(sqrt(9.81)*time) "joint.s";
  equation
    connect(world.frame_b, cut.frame_a)
      annotation (Line(points={{-50,-20},{-30,-20}}, color={95,95,95}, thickness=0.5));
    connect(cut.frame_b, joint.frame_a)
      annotation (Line(points={{-10,-20},{10,-20}}, color={95,95,95}, thickness=0.5));
    connect(joint.frame_b, body.frame_a)
      annotation (Line(points={{30,-20},{50,-20}}, color={95,95,95}, thickness=0.5));
    connect(wall.flange, spring.flange_a)
      annotation (Line(points={{-60,20},{-30,20}}, color={0,127,0}));
    connect(spring.flange_b, joint.axis)
      annotation (Line(points={{-10,20},{20,20},{20,-14}}, color={0,127,0}));
    annotation (experiment(StopTime=5, Tolerance=1e-8),
      Documentation(info="<html><p>Solution: <code>s = m*g/c*(1 -
cos(sqrt(c/m)*t))</code>.</p></html>"));
  end SpringMass;

  model DrivenAxis "Revolute joint driven by a torque through a gear"
    extends Icons.Example;
    inner World world(g=0) annotation (Placement(transformation(extent={{-30,-30},{-10,-10}})));
    Joints.Revolute joint(n={0, 1, 0}, useAxisFlange=true, phi(start=0, fixed=true),
      w(start=0, fixed=true)) annotation (Placement(transformation(extent={{10,-30},{30,-10}})));
    Parts.FixedRotation bend(r={1, 0, 0}, n={0, 0, 1}, angle=Constants.pi/2)
      annotation (Placement(transformation(extent={{30,-70},{10,-50}})));
    Parts.Body body(m=2, I_11=0.5, I_22=0.3, I_33=0.4)
      annotation (Placement(transformation(extent={{-10,-70},{-30,-50}})));
    Formola.Rotational.Sources.ConstantTorque torque(tau=1)
      annotation (Placement(transformation(extent={{-30,50},{-10,70}})));
    Formola.Rotational.Inertia motor(J=0.1)
      annotation (Placement(transformation(extent={{10,50},{30,70}})));
    Formola.Rotational.IdealGear gear(ratio=5)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={20,20})));
    Real exact = time "joint.w";
  equation
    connect(world.frame_b, joint.frame_a)
      annotation (Line(points={{-10,-20},{10,-20}}, color={95,95,95}, thickness=0.5));
    connect(joint.frame_b, bend.frame_a)
      annotation (Line(points={{30,-20},{36,-20},{36,-60},{30,-60}}, color={95,95,95},
        thickness=0.5));
    connect(bend.frame_b, body.frame_a)
      annotation (Line(points={{10,-60},{-10,-60}}, color={95,95,95}, thickness=0.5));
    connect(torque.flange, motor.flange_a)
      annotation (Line(points={{-10,60},{10,60}}, color={95,95,95}));
    connect(motor.flange_b, gear.flange_a)
      annotation (Line(points={{30,60},{36,60},{36,36},{20,36},{20,30}}, color={95,95,95}));
    connect(gear.flange_b, joint.axis)
      annotation (Line(points={{20,10},{20,-10}}, color={95,95,95}));
    annotation (experiment(StopTime=2, Tolerance=1e-8),
      Documentation(info="<html><p>The fixed rotation turns the body's x axis into the axis of the
joint:
<code>(I_11 + m*1^2 + 5^2*0.1)*der(w) = 5*tau</code>, so <code>w = t</code>.</p></html>"));
  end DrivenAxis;

  model ScrewPress "Body that a screw lets down against a torque"
    extends Icons.Example;
    inner World world(n={0, 0, -1}) annotation (Placement(transformation(extent={{-50,-30},{-30,-10}})));
    Joints.Screw screw(n={0, 0, 1}, lead=0.2*Constants.pi, useAxisFlange=true,
      phi(start=0, fixed=true), w(start=0, fixed=true))
      annotation (Placement(transformation(extent={{-10,-30},{10,-10}})));
    Parts.Body body(m=2, I_33=0.03) annotation (Placement(transformation(extent={{30,-30},{50,-10}})));
    Formola.Rotational.Sources.ConstantTorque brake(tau=1)
      annotation (Placement(transformation(extent={{-50,20},{-30,40}})));
    Units.AngularAcceleration exact = (1 - 2*9.81*0.1)/(0.03 + 2*0.1^2) "screw.a";
  equation
    connect(world.frame_b, screw.frame_a)
      annotation (Line(points={{-30,-20},{-10,-20}}, color={95,95,95}, thickness=0.5));
    connect(screw.frame_b, body.frame_a)
      annotation (Line(points={{10,-20},{30,-20}}, color={95,95,95}, thickness=0.5));
    connect(brake.flange, screw.axis)
      annotation (Line(points={{-30,30},{0,30},{0,-10}}, color={95,95,95}));
    annotation (experiment(StopTime=1, Tolerance=1e-8),
      Documentation(info="<html><p>With the distance <code>r = lead/(2*pi)</code> covered by a radian
the acceleration is <code>(tau - m*g*r)/(I_33 + m*r^2)</code>.</p></html>"));
  end ScrewPress;

  model FreeFlight "Thrown body that spins about a principal axis"
    extends Icons.Example;
    inner World world annotation (Placement(transformation(extent={{-70,10},{-50,30}})));
    Joints.FreeMotion motion(v_start={1, 5, 0}, w_start={0, 0, 3})
      annotation (Placement(transformation(extent={{-30,10},{-10,30}})));
    Parts.Body body(m=1, I_11=0.1, I_22=0.2, I_33=0.3)
      annotation (Placement(transformation(extent={{10,10},{30,30}})));
    Sensors.AbsolutePosition position
      annotation (Placement(transformation(extent={{10,-30},{30,-10}})));
    Sensors.AbsoluteVelocity velocity
      annotation (Placement(transformation(extent={{50,10},{70,30}})));
    Real exact = 5*time - 9.81/2*time^2 "position.r[2]";
    Real exact2 = cos(1.5*time) "motion.Q[4]";
  equation
    connect(world.frame_b, motion.frame_a)
      annotation (Line(points={{-50,20},{-30,20}}, color={95,95,95}, thickness=0.5));
    connect(motion.frame_b, body.frame_a)
      annotation (Line(points={{-10,20},{10,20}}, color={95,95,95}, thickness=0.5));
    connect(body.frame_a, position.frame_a)
      annotation (Line(points={{10,20},{4,20},{4,-20},{10,-20}}, color={95,95,95}, thickness=0.5));
    connect(body.frame_a, velocity.frame_a)
      annotation (Line(points={{10,20},{4,20},{4,4},{44,4},{44,20},{50,20}}, color={95,95,95},
        thickness=0.5));
    annotation (experiment(StopTime=2, Tolerance=1e-8),
      Documentation(info="<html><p>Parabola and uniform rotation: <code>r = {t, 5*t - g*t^2/2,
0}</code>, <code>Q = {0, 0, sin(1.5*t), cos(1.5*t)}</code>.</p></html>"));
  end FreeFlight;

  model SphericalPendulum "Body on a spherical joint, pulled by a spring, a force and a torque"
    extends Icons.Example;
    inner World world annotation (Placement(transformation(extent={{50,-30},{70,-10}})));
    Joints.Spherical joint(w_start={0, 1, 0})
      annotation (Placement(transformation(extent={{70,10},{50,30}})));
    Parts.BodyBar bar(r={1, 0, 0}, m=1, I_22=0.1, I_33=0.1)
      annotation (Placement(transformation(extent={{30,10},{10,30}})));
    Parts.Fixed wall(r={0, 2, 0})
      annotation (Placement(transformation(extent={{-70,10},{-50,30}})));
    Forces.Spring spring(c=5, s0=1)
      annotation (Placement(transformation(extent={{-30,10},{-10,30}})));
    Forces.WorldForce force annotation (Placement(transformation(extent={{-30,-70},{-10,-50}})));
    Forces.WorldTorque torque annotation (Placement(transformation(extent={{-30,-30},{-10,-10}})));
    Formola.Blocks.Sources.Constant zero[6](each k=0)
      annotation (Placement(transformation(extent={{-70,-30},{-50,-10}})));
    Sensors.Distance distance annotation (Placement(transformation(extent={{-30,50},{-10,70}})));
    Units.Energy energy = bar.body.kineticEnergy + bar.body.potentialEnergy
      + spring.c*(spring.s - spring.s0)^2/2 "Stays constant";
    Units.Energy exact = 0.175 + 2.5*(sqrt(5) - 1)^2 "energy";
  equation
    connect(world.frame_b, joint.frame_a)
      annotation (Line(points={{70,-20},{76,-20},{76,20},{70,20}}, color={95,95,95},
        thickness=0.5));
    connect(joint.frame_b, bar.frame_a)
      annotation (Line(points={{50,20},{30,20}}, color={95,95,95}, thickness=0.5));
    connect(wall.frame_b, spring.frame_a)
      annotation (Line(points={{-50,20},{-30,20}}, color={95,95,95}, thickness=0.5));
    connect(spring.frame_b, bar.frame_b)
      annotation (Line(points={{-10,20},{10,20}}, color={95,95,95}, thickness=0.5));
    connect(wall.frame_b, distance.frame_a)
      annotation (Line(points={{-50,20},{-36,20},{-36,60},{-30,60}}, color={95,95,95},
        thickness=0.5));
    connect(bar.frame_b, distance.frame_b)
      annotation (Line(points={{10,20},{-4,20},{-4,60},{-10,60}}, color={95,95,95}, thickness=0.5));
    connect(force.frame_b, bar.frame_b)
      annotation (Line(points={{-10,-60},{-4,-60},{-4,20},{10,20}}, color={95,95,95},
        thickness=0.5));
    connect(torque.frame_b, bar.frame_b)
      annotation (Line(points={{-10,-20},{-4,-20},{-4,20},{10,20}}, color={95,95,95},
        thickness=0.5));
    connect(zero[1:3].y, force.force)
      annotation (Line(points={{-49,-20},{-36,-20},{-36,-60},{-32,-60}}, color={0,0,127}));
    connect(zero[4:6].y, torque.torque)
      annotation (Line(points={{-49,-20},{-32,-20}}, color={0,0,127}));
    annotation (experiment(StopTime=3, Tolerance=1e-8),
      Documentation(info="<html><p>Kinetic energy plus energies of gravity and spring stay
constant.</p></html>"));
  end SphericalPendulum;

  model FourBar "Planar loop of four bars"
    extends Icons.Example;
    inner World world annotation (Placement(transformation(extent={{-90,-30},{-70,-10}})));
    Joints.Revolute joint1(phi(start=1.0471975511965976, fixed=true), w(start=0, fixed=true),
      stateSelect=StateSelect.always)
      annotation (Placement(transformation(extent={{-50,-30},{-30,-10}})));
    Parts.BodyBar crank(r={1, 0, 0}, m=1, I_33=0.1)
      annotation (Placement(transformation(extent={{-10,-30},{10,-10}})));
    Joints.Revolute joint2(phi(start=-1.0471975511965976), stateSelect=StateSelect.avoid)
      annotation (Placement(transformation(extent={{30,-30},{50,-10}})));
    Parts.BodyBar coupler(r={2, 0, 0}, m=2, I_33=0.7)
      annotation (Placement(transformation(extent={{70,-30},{90,-10}})));
    Joints.Revolute joint3(phi(start=-2.0943951023931953), stateSelect=StateSelect.avoid)
      annotation (Placement(transformation(extent={{90,10},{70,30}})));
    Parts.BodyBar rocker(r={1, 0, 0}, m=1, I_33=0.1)
      annotation (Placement(transformation(extent={{10,10},{-10,30}})));
    Joints.RevoluteCut joint4 annotation (Placement(transformation(extent={{-30,10},{-50,30}})));
    Parts.Fixed pivot(r={2, 0, 0})
      annotation (Placement(transformation(extent={{-90,10},{-70,30}})));
    Units.Angle exact = -joint1.phi "joint2.phi";
    Units.Energy energy = crank.body.kineticEnergy + crank.body.potentialEnergy
      + coupler.body.kineticEnergy + coupler.body.potentialEnergy + rocker.body.kineticEnergy
      + rocker.body.potentialEnergy "Stays constant";
    Units.AngularAcceleration exact2 = -9.81*3*cos(joint1.phi)/(2*(0.1 + 0.25) + 2) "joint1.a";
  equation
    connect(world.frame_b, joint1.frame_a)
      annotation (Line(points={{-70,-20},{-50,-20}}, color={95,95,95}, thickness=0.5));
    connect(joint1.frame_b, crank.frame_a)
      annotation (Line(points={{-30,-20},{-10,-20}}, color={95,95,95}, thickness=0.5));
    connect(crank.frame_b, joint2.frame_a)
      annotation (Line(points={{10,-20},{30,-20}}, color={95,95,95}, thickness=0.5));
    connect(joint2.frame_b, coupler.frame_a)
      annotation (Line(points={{50,-20},{70,-20}}, color={95,95,95}, thickness=0.5));
    connect(coupler.frame_b, joint3.frame_a)
      annotation (Line(points={{90,-20},{96,-20},{96,20},{90,20}}, color={95,95,95},
        thickness=0.5));
    connect(joint3.frame_b, rocker.frame_a)
      annotation (Line(points={{70,20},{10,20}}, color={95,95,95}, thickness=0.5));
    connect(rocker.frame_b, joint4.frame_a)
      annotation (Line(points={{-10,20},{-30,20}}, color={95,95,95}, thickness=0.5));
    connect(joint4.frame_b, pivot.frame_b)
      annotation (Line(points={{-50,20},{-70,20}}, color={95,95,95}, thickness=0.5));
    annotation (experiment(StopTime=0.4, Tolerance=1e-7),
      Documentation(info="<html><p>Cranks of length 1, coupler and base of length 2: a
parallelogram. As long as it stays one, the coupler does
not rotate: <code>joint1.phi + joint2.phi = 0</code>. Lagrange's equation of the parallelogram:
<code>(2*(I + m*(l/2)^2) + m2*l^2)*a = -(m + m2)*g*l*cos(phi)</code>.</p></html>"));
  end FourBar;

  model SpatialFourBar "Spatial loop: two revolute joints, a rod with spherical joints at its ends"
    extends Icons.Example;
    inner World world annotation (Placement(transformation(extent={{-70,-50},{-50,-30}})));
    Joints.Revolute joint1(n={1, 0, 0}, phi(start=0, fixed=true), w(start=1, fixed=true),
      stateSelect=StateSelect.always)
      annotation (Placement(transformation(extent={{-30,30},{-10,50}})));
    Parts.BodyBar crank(r={0, 1, 0}, m=1, I_11=0.1)
      annotation (Placement(transformation(extent={{10,30},{30,50}})));
    Joints.SphericalCut ball1 annotation (Placement(transformation(extent={{30,-10},{10,10}})));
    Joints.FreeMotion rodMotion(fixedStart=false, r_start={0, 1, 0})
      annotation (Placement(transformation(extent={{-30,-50},{-10,-30}})));
    Parts.BodyBar rod(r={1, 0, 1}, m=1, I_11=0.1, I_22=0.1, I_33=0.1)
      annotation (Placement(transformation(extent={{10,-50},{30,-30}})));
    Joints.SphericalCut ball2 annotation (Placement(transformation(extent={{50,-50},{70,-30}})));
    Joints.Revolute joint2(n={0, 0, 1})
      annotation (Placement(transformation(extent={{-30,-10},{-10,10}})));
    Parts.BodyBar rocker(r={0, 1, 0}, m=1, I_33=0.1)
      annotation (Placement(transformation(extent={{50,-10},{70,10}})));
    Parts.Fixed pivot(r={1, 0, 1})
      annotation (Placement(transformation(extent={{-70,-10},{-50,10}})));
    Sensors.Distance length "Distance of the ends of crank and rocker"
      annotation (Placement(transformation(extent={{50,30},{70,50}})));
    Units.Energy energy = crank.body.kineticEnergy + crank.body.potentialEnergy
      + rod.body.kineticEnergy + rod.body.potentialEnergy + rocker.body.kineticEnergy
      + rocker.body.potentialEnergy "Stays constant";
  initial equation
    rod.body.w_a[3] = 0;
    rodMotion.Q[1] = 0;
    rodMotion.Q*rodMotion.Q = 1;
  equation
    connect(world.frame_b, joint1.frame_a)
      annotation (Line(points={{-50,-40},{-36,-40},{-36,40},{-30,40}}, color={95,95,95},
        thickness=0.5));
    connect(joint1.frame_b, crank.frame_a)
      annotation (Line(points={{-10,40},{10,40}}, color={95,95,95}, thickness=0.5));
    connect(crank.frame_b, ball1.frame_a)
      annotation (Line(points={{30,40},{36,40},{36,0},{30,0}}, color={95,95,95}, thickness=0.5));
    connect(ball1.frame_b, rod.frame_a)
      annotation (Line(points={{10,0},{4,0},{4,-40},{10,-40}}, color={95,95,95}, thickness=0.5));
    connect(world.frame_b, rodMotion.frame_a)
      annotation (Line(points={{-50,-40},{-30,-40}}, color={95,95,95}, thickness=0.5));
    connect(rodMotion.frame_b, rod.frame_a)
      annotation (Line(points={{-10,-40},{10,-40}}, color={95,95,95}, thickness=0.5));
    connect(rod.frame_b, ball2.frame_a)
      annotation (Line(points={{30,-40},{50,-40}}, color={95,95,95}, thickness=0.5));
    connect(ball2.frame_b, rocker.frame_b)
      annotation (Line(points={{70,-40},{76,-40},{76,0},{70,0}}, color={95,95,95}, thickness=0.5));
    connect(rocker.frame_a, joint2.frame_b)
      annotation (Line(points={{50,0},{40,0},{40,16},{-4,16},{-4,0},{-10,0}}, color={95,95,95},
        thickness=0.5));
    connect(joint2.frame_a, pivot.frame_b)
      annotation (Line(points={{-30,0},{-50,0}}, color={95,95,95}, thickness=0.5));
    connect(crank.frame_b, length.frame_a)
      annotation (Line(points={{30,40},{50,40}}, color={95,95,95}, thickness=0.5));
    connect(rocker.frame_b, length.frame_b)
      annotation (Line(points={{70,0},{76,0},{76,40},{70,40}}, color={95,95,95}, thickness=0.5));
    annotation (experiment(StopTime=1, Tolerance=1e-6),
      Documentation(info="<html><p>Eight coordinates and six constraints leave the motion of the
crank and the spin of the rod. The length of the
rod, <code>sqrt(2)</code>, stays the distance of the ends of crank and rocker.</p></html>"));
  end SpatialFourBar;

  model SliderCrank "Crank, connecting rod and piston"
    extends Icons.Example;
    parameter Units.Length r = 0.5 "Crank";
    parameter Units.Length l = 1.5 "Connecting rod";
    inner World world(g=0) annotation (Placement(transformation(extent={{-50,30},{-30,50}})));
    Joints.Revolute crankshaft(phi(start=0.5, fixed=true), w(start=10, fixed=true),
      stateSelect=StateSelect.always)
      annotation (Placement(transformation(extent={{-30,-10},{-50,10}})));
    Parts.BodyBar crank(r={r, 0, 0}, m=1, I_33=0.02)
      annotation (Placement(transformation(extent={{-50,-50},{-30,-30}})));
    Joints.Revolute pin(phi(start=-0.66), stateSelect=StateSelect.avoid)
      annotation (Placement(transformation(extent={{-10,-50},{10,-30}})));
    Parts.BodyBar rod(r={l, 0, 0}, m=2, I_33=0.375)
      annotation (Placement(transformation(extent={{30,-50},{50,-30}})));
    Joints.RevoluteCut wristPin annotation (Placement(transformation(extent={{50,-10},{30,10}})));
    Joints.Prismatic cylinder(s(start=1.9), stateSelect=StateSelect.avoid)
      annotation (Placement(transformation(extent={{-10,30},{10,50}})));
    Parts.Body piston(m=3) annotation (Placement(transformation(extent={{10,-10},{-10,10}})));
    Units.Position exact = r*cos(crankshaft.phi) + sqrt(l^2 - (r*sin(crankshaft.phi))^2)
      "cylinder.s";
    Units.Velocity exact2 = -r*crankshaft.w*(sin(crankshaft.phi)
      + r*sin(crankshaft.phi)*cos(crankshaft.phi)/sqrt(l^2 - (r*sin(crankshaft.phi))^2))
      "cylinder.v";
    Units.Energy energy = crank.body.kineticEnergy + rod.body.kineticEnergy + piston.kineticEnergy
      "Stays constant";
  equation
    connect(world.frame_b, crankshaft.frame_a)
      annotation (Line(points={{-30,40},{-24,40},{-24,0},{-30,0}}, color={95,95,95},
        thickness=0.5));
    connect(crankshaft.frame_b, crank.frame_a)
      annotation (Line(points={{-50,0},{-56,0},{-56,-40},{-50,-40}}, color={95,95,95},
        thickness=0.5));
    connect(crank.frame_b, pin.frame_a)
      annotation (Line(points={{-30,-40},{-10,-40}}, color={95,95,95}, thickness=0.5));
    connect(pin.frame_b, rod.frame_a)
      annotation (Line(points={{10,-40},{30,-40}}, color={95,95,95}, thickness=0.5));
    connect(rod.frame_b, wristPin.frame_a)
      annotation (Line(points={{50,-40},{56,-40},{56,0},{50,0}}, color={95,95,95}, thickness=0.5));
    connect(world.frame_b, cylinder.frame_a)
      annotation (Line(points={{-30,40},{-10,40}}, color={95,95,95}, thickness=0.5));
    connect(cylinder.frame_b, piston.frame_a)
      annotation (Line(points={{10,40},{16,40},{16,0},{10,0}}, color={95,95,95}, thickness=0.5));
    connect(piston.frame_a, wristPin.frame_b)
      annotation (Line(points={{10,0},{30,0}}, color={95,95,95}, thickness=0.5));
    annotation (experiment(StopTime=2, Tolerance=1e-8),
      Documentation(info="<html><p>One degree of freedom. Position and speed of the piston are the
textbook's functions of the crank angle, e.g. A. G. Erdman, G. N. Sandor, Mechanism Design, 1984:
<code>s = r*cos(phi) + sqrt(l^2 - r^2*sin(phi)^2)</code>; without gravity the kinetic energy stays
constant.</p></html>"));
  end SliderCrank;

  model CrankRocker "Four-bar linkage with unequal bars"
    extends Icons.Example;
    parameter Units.Length a = 1 "Crank";
    parameter Units.Length b = 2 "Coupler";
    parameter Units.Length c = 2.5 "Rocker";
    parameter Units.Length d = 3 "Base";
    inner World world(g=0) annotation (Placement(transformation(extent={{-90,10},{-70,30}})));
    Joints.Revolute joint1(phi(start=1, fixed=true), w(start=2, fixed=true),
      stateSelect=StateSelect.always)
      annotation (Placement(transformation(extent={{-50,10},{-30,30}})));
    Parts.BodyBar crank(r={a, 0, 0}, m=1, I_33=0.1)
      annotation (Placement(transformation(extent={{-10,10},{10,30}})));
    Joints.Revolute joint2(phi(start=-0.2), stateSelect=StateSelect.avoid)
      annotation (Placement(transformation(extent={{30,10},{50,30}})));
    Parts.BodyBar coupler(r={b, 0, 0}, m=2, I_33=0.7)
      annotation (Placement(transformation(extent={{70,10},{90,30}})));
    Parts.Fixed pivot(r={d, 0, 0})
      annotation (Placement(transformation(extent={{-90,-30},{-70,-10}})));
    Joints.Revolute joint4(phi(start=1.8), stateSelect=StateSelect.avoid)
      annotation (Placement(transformation(extent={{-50,-30},{-30,-10}})));
    Parts.BodyBar rocker(r={c, 0, 0}, m=2.5, I_33=1.3)
      annotation (Placement(transformation(extent={{-10,-30},{10,-10}})));
    Joints.RevoluteCut joint3 annotation (Placement(transformation(extent={{70,-30},{90,-10}})));
    Real freudenstein = d/a*cos(joint4.phi) - d/c*cos(joint1.phi) + (a^2 - b^2 + c^2 + d^2)/(2*a*c)
      "Freudenstein's equation: equals cos(phi1 - phi4)";
    Real exact = cos(joint1.phi - joint4.phi) "freudenstein";
    Units.Energy energy = crank.body.kineticEnergy + coupler.body.kineticEnergy
      + rocker.body.kineticEnergy "Stays constant";
  equation
    connect(world.frame_b, joint1.frame_a)
      annotation (Line(points={{-70,20},{-50,20}}, color={95,95,95}, thickness=0.5));
    connect(joint1.frame_b, crank.frame_a)
      annotation (Line(points={{-30,20},{-10,20}}, color={95,95,95}, thickness=0.5));
    connect(crank.frame_b, joint2.frame_a)
      annotation (Line(points={{10,20},{30,20}}, color={95,95,95}, thickness=0.5));
    connect(joint2.frame_b, coupler.frame_a)
      annotation (Line(points={{50,20},{70,20}}, color={95,95,95}, thickness=0.5));
    connect(pivot.frame_b, joint4.frame_a)
      annotation (Line(points={{-70,-20},{-50,-20}}, color={95,95,95}, thickness=0.5));
    connect(joint4.frame_b, rocker.frame_a)
      annotation (Line(points={{-30,-20},{-10,-20}}, color={95,95,95}, thickness=0.5));
    connect(rocker.frame_b, joint3.frame_a)
      annotation (Line(points={{10,-20},{70,-20}}, color={95,95,95}, thickness=0.5));
    connect(coupler.frame_b, joint3.frame_b)
      annotation (Line(points={{90,20},{96,20},{96,-20},{90,-20}}, color={95,95,95},
        thickness=0.5));
    annotation (experiment(StopTime=5, Tolerance=1e-8),
      Documentation(info="<html><p>Grashof's condition holds, so the crank turns fully. The
angles of
crank and rocker fulfil F. Freudenstein's equation (Trans. ASME 77, 1955).</p></html>"));
  end CrankRocker;

  model SqueezingMechanism "Andrews' squeezing mechanism: seven bodies in three loops"
    extends Icons.Example;
    inner World world(g=0) annotation (Placement(transformation(extent={{-160,50},{-140,70}})));
    Parts.Fixed pivotA(r={-0.06934, -0.00227, 0}) "Pivot of K5 and K7"
      annotation (Placement(transformation(extent={{-160,-30},{-140,-10}})));
    Parts.Fixed pivotB(r={-0.03635, 0.03273, 0}) "Pivot of K3"
      annotation (Placement(transformation(extent={{-160,-70},{-140,-50}})));
    Parts.Fixed pivotC(r={0.014, 0.072, 0}) "End of the spring"
      annotation (Placement(transformation(extent={{-100,-110},{-80,-90}})));
    Joints.Revolute beta(useAxisFlange=true, phi(start=-0.0617138900142764496, fixed=true),
      w(start=0, fixed=true), stateSelect=StateSelect.always)
      annotation (Placement(transformation(extent={{-100,50},{-80,70}})));
    Parts.BodyBar k1(r={0.007, 0, 0}, r_CM={0.00092, 0, 0}, m=0.04325, I_33=2.194e-6)
      annotation (Placement(transformation(extent={{-40,50},{-20,70}})));
    Joints.Revolute theta(phi(start=0), stateSelect=StateSelect.avoid)
      annotation (Placement(transformation(extent={{20,50},{40,70}})));
    Parts.BodyBar k2(r={-0.028, 0, 0}, r_CM={-0.0115, 0, 0}, m=0.00365, I_33=4.41e-7)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={90,20})));
    Joints.Revolute gamma(phi(start=0.455279819163070380), stateSelect=StateSelect.avoid)
      annotation (Placement(transformation(extent={{-100,-70},{-80,-50}})));
    Parts.BodyBar k3(r={0, -0.035, 0}, r_CM={0.01043, -0.01874, 0}, m=0.02373, I_33=5.255e-6)
      annotation (Placement(transformation(extent={{-40,-30},{-20,-10}})));
    Parts.Bar k3D(r={0.02, -0.018, 0}) "From the pivot of K3 to the spring"
      annotation (Placement(transformation(extent={{-40,-70},{-20,-50}})));
    Joints.Revolute delta(phi(start=0.487364979543842550), stateSelect=StateSelect.avoid)
      annotation (Placement(transformation(extent={{-100,10},{-80,30}})));
    Parts.BodyBar k5(r={0.04, 0, 0}, r_CM={0.02308, 0.00916, 0}, m=0.0705, I_33=1.169e-5)
      annotation (Placement(transformation(extent={{-40,10},{-20,30}})));
    Joints.Revolute phi(phi(start=0.222668390165885885), stateSelect=StateSelect.avoid)
      annotation (Placement(transformation(extent={{20,10},{40,30}})));
    Parts.BodyBar k4(r={0, -0.02, 0}, r_CM={0, -0.00579, 0}, m=0.00706, I_33=5.667e-7)
      annotation (Placement(transformation(extent={{140,10},{160,30}})));
    Joints.Revolute epsilon(phi(start=1.23054744454982119), stateSelect=StateSelect.avoid)
      annotation (Placement(transformation(extent={{-100,-30},{-80,-10}})));
    Parts.BodyBar k7(r={0, -0.04, 0}, r_CM={-0.00449, -0.01228, 0}, m=0.05498, I_33=1.912e-5)
      annotation (Placement(transformation(extent={{20,-70},{40,-50}})));
    Joints.Revolute omega(phi(start=-0.222668390165885885), stateSelect=StateSelect.avoid)
      annotation (Placement(transformation(extent={{80,-70},{100,-50}})));
    Parts.BodyBar k6(r={0.02, 0, 0}, r_CM={0.00579, 0, 0}, m=0.00706, I_33=5.667e-7)
      annotation (Placement(transformation(extent={{140,-70},{160,-50}})));
    Joints.RevoluteCut cut3 annotation (Placement(transformation(extent={{20,-30},{40,-10}})));
    Joints.RevoluteCut cut4 annotation (Placement(transformation(extent={{160,-30},{140,-10}})));
    Joints.RevoluteCut cut6
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=90,
        origin={90,-20})));
    Forces.Spring spring(c=4530, s0=0.07785)
      annotation (Placement(transformation(extent={{-40,-110},{-20,-90}})));
    Formola.Rotational.Sources.ConstantTorque motor(tau=0.033)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-90,100})));
  equation
    connect(world.frame_b, beta.frame_a)
      annotation (Line(points={{-140,60},{-100,60}}, color={95,95,95}, thickness=0.5));
    connect(motor.flange, beta.axis)
      annotation (Line(points={{-90,90},{-90,70}}, color={95,95,95}));
    connect(beta.frame_b, k1.frame_a)
      annotation (Line(points={{-80,60},{-40,60}}, color={95,95,95}, thickness=0.5));
    connect(k1.frame_b, theta.frame_a)
      annotation (Line(points={{-20,60},{20,60}}, color={95,95,95}, thickness=0.5));
    connect(theta.frame_b, k2.frame_a)
      annotation (Line(points={{40,60},{90,60},{90,30}}, color={95,95,95}, thickness=0.5));
    connect(pivotB.frame_b, gamma.frame_a)
      annotation (Line(points={{-140,-60},{-100,-60}}, color={95,95,95}, thickness=0.5));
    connect(gamma.frame_b, k3.frame_a)
      annotation (Line(points={{-80,-60},{-46,-60},{-46,-20},{-40,-20}}, color={95,95,95},
        thickness=0.5));
    connect(gamma.frame_b, k3D.frame_a)
      annotation (Line(points={{-80,-60},{-40,-60}}, color={95,95,95}, thickness=0.5));
    connect(pivotA.frame_b, delta.frame_a)
      annotation (Line(points={{-140,-20},{-106,-20},{-106,20},{-100,20}}, color={95,95,95},
        thickness=0.5));
    connect(delta.frame_b, k5.frame_a)
      annotation (Line(points={{-80,20},{-40,20}}, color={95,95,95}, thickness=0.5));
    connect(k5.frame_b, phi.frame_a)
      annotation (Line(points={{-20,20},{20,20}}, color={95,95,95}, thickness=0.5));
    connect(phi.frame_b, k4.frame_a)
      annotation (Line(points={{40,20},{74,20},{74,36},{134,36},{134,20},{140,20}},
        color={95,95,95}, thickness=0.5));
    connect(pivotA.frame_b, epsilon.frame_a)
      annotation (Line(points={{-140,-20},{-100,-20}}, color={95,95,95}, thickness=0.5));
    connect(epsilon.frame_b, k7.frame_a)
      annotation (Line(points={{-80,-20},{-50,-20},{-50,-44},{14,-44},{14,-60},{20,-60}},
        color={95,95,95}, thickness=0.5));
    connect(k7.frame_b, omega.frame_a)
      annotation (Line(points={{40,-60},{80,-60}}, color={95,95,95}, thickness=0.5));
    connect(omega.frame_b, k6.frame_a)
      annotation (Line(points={{100,-60},{140,-60}}, color={95,95,95}, thickness=0.5));
    connect(k3.frame_b, cut3.frame_a)
      annotation (Line(points={{-20,-20},{20,-20}}, color={95,95,95}, thickness=0.5));
    connect(k4.frame_b, cut4.frame_a)
      annotation (Line(points={{160,20},{166,20},{166,-20},{160,-20}}, color={95,95,95},
        thickness=0.5));
    connect(k6.frame_b, cut6.frame_a)
      annotation (Line(points={{160,-60},{166,-60},{166,-36},{90,-36},{90,-30}}, color={95,95,95},
        thickness=0.5));
    connect(k2.frame_b, cut3.frame_b)
      annotation (Line(points={{90,10},{90,-4},{46,-4},{46,-20},{40,-20}}, color={95,95,95},
        thickness=0.5));
    connect(k2.frame_b, cut4.frame_b)
      annotation (Line(points={{90,10},{90,-4},{134,-4},{134,-20},{140,-20}}, color={95,95,95},
        thickness=0.5));
    connect(k2.frame_b, cut6.frame_b)
      annotation (Line(points={{90,10},{90,-10}}, color={95,95,95}, thickness=0.5));
    connect(pivotC.frame_b, spring.frame_a)
      annotation (Line(points={{-80,-100},{-40,-100}}, color={95,95,95}, thickness=0.5));
    connect(spring.frame_b, k3D.frame_b)
      annotation (Line(points={{-20,-100},{-14,-100},{-14,-60},{-20,-60}}, color={95,95,95},
        thickness=0.5));
    annotation (Diagram(coordinateSystem(extent={{-180,-120},{180,120}})),
      experiment(StopTime=0.03, Tolerance=1e-7),
      Documentation(info="<html><p>The mechanism of <code>Examples.Classics.Squeezer</code>, built
from components. Data: W. Schiehlen (ed.), Multibody Systems Handbook, Springer, 1990. The bodies K1 and
K2 are driven by a motor; K3, K4 with K5, and K6 with K7 hang on fixed pivots, and all meet at the end
of K2, where three joints close the loops. One degree of freedom is left. The angles at the end are those
of the reference solution of the Test Set for IVP Solvers (F. Mazzia, C. Magherini,
2008).</p></html>"));
  end SqueezingMechanism;

  model FreeBody "Torque-free rotation of an unsymmetric body"
    extends Icons.Example;
    inner World world(g=0) annotation (Placement(transformation(extent={{-50,-10},{-30,10}})));
    Joints.FreeMotion motion(v_start={1, 0, 0}, w_start={0.1, 5, 0.2})
      annotation (Placement(transformation(extent={{-10,-10},{10,10}})));
    Parts.Body body(m=2, I_11=1, I_22=2, I_33=3)
      annotation (Placement(transformation(extent={{30,-10},{50,10}})));
    Real L_b[3] = body.I*body.w_a "Angular momentum, resolved in the body";
    Real L_0[3] = Frames.resolve1(body.frame_a.R, L_b) "Angular momentum in the world: constant";
    Units.Energy energy = body.kineticEnergy "Stays 26.065";
    Real norm = motion.Q*motion.Q "Stays 1";
  equation
    connect(world.frame_b, motion.frame_a)
      annotation (Line(points={{-30,0},{-10,0}}, color={95,95,95}, thickness=0.5));
    connect(motion.frame_b, body.frame_a)
      annotation (Line(points={{10,0},{30,0}}, color={95,95,95}, thickness=0.5));
    annotation (experiment(StopTime=10, Tolerance=1e-9),
      Documentation(info="<html><p>Rotation about the middle axis of inertia is unstable: the body
tumbles, while energy, momentum and angular momentum <code>{0.1, 10, 0.6}</code> stay
constant.</p></html>"));
  end FreeBody;

  model ForcedBody "Free body with a constant force and torque"
    extends Icons.Example;
    inner World world(g=0) annotation (Placement(transformation(extent={{-30,-50},{-10,-30}})));
    Joints.FreeMotion motion annotation (Placement(transformation(extent={{10,-50},{30,-30}})));
    Parts.Body body(m=2, I_11=0.1, I_22=0.2, I_33=0.4)
      annotation (Placement(transformation(extent={{30,-10},{10,10}})));
    Forces.WorldForce force annotation (Placement(transformation(extent={{-30,-10},{-10,10}})));
    Forces.WorldTorque torque annotation (Placement(transformation(extent={{10,30},{30,50}})));
    Formola.Blocks.Sources.Constant f[3](k={4, 0, 2})
      annotation (Placement(transformation(extent={{-70,-10},{-50,10}})));
    Formola.Blocks.Sources.Constant t[3](k={0, 0, 0.8})
      annotation (Placement(transformation(extent={{-30,30},{-10,50}})));
    Sensors.AbsoluteVelocity velocity
      annotation (Placement(transformation(extent={{50,-10},{70,10}})));
    Real exact = time^2 "motion.r_rel[1]";
    Real exact2 = 2*time "velocity.w[3]";
  equation
    connect(world.frame_b, motion.frame_a)
      annotation (Line(points={{-10,-40},{10,-40}}, color={95,95,95}, thickness=0.5));
    connect(motion.frame_b, body.frame_a)
      annotation (Line(points={{30,-40},{36,-40},{36,0},{30,0}}, color={95,95,95}, thickness=0.5));
    connect(force.frame_b, body.frame_a)
      annotation (Line(points={{-10,0},{4,0},{4,16},{36,16},{36,0},{30,0}}, color={95,95,95},
        thickness=0.5));
    connect(torque.frame_b, body.frame_a)
      annotation (Line(points={{30,40},{36,40},{36,0},{30,0}}, color={95,95,95}, thickness=0.5));
    connect(velocity.frame_a, body.frame_a)
      annotation (Line(points={{50,0},{30,0}}, color={95,95,95}, thickness=0.5));
    connect(f.y, force.force) annotation (Line(points={{-49,0},{-32,0}}, color={0,0,127}));
    connect(t.y, torque.torque) annotation (Line(points={{-9,40},{8,40}}, color={0,0,127}));
    annotation (experiment(StopTime=2, Tolerance=1e-8),
      Documentation(info="<html><p>The force is constant in the world while the body turns about
its z
axis: <code>r = {t^2, 0, t^2/2}</code>, <code>w = {0, 0, 2*t}</code>.</p></html>"));
  end ForcedBody;

  model Chain "Chain of f revolute joints"
    extends Icons.Example;
    parameter Integer f(min=1) = 6 "Number of joints" annotation (Evaluate=true);
    inner World world annotation (Placement(transformation(extent={{-30,-30},{-10,-10}})));
    Joints.Revolute joint[f](n={if mod(i, 2) == 1 then {0, 0, 1} else {0, 1, 0} for i in 1:f},
      phi(each start=0.1, each fixed=true), w(each start=0, each fixed=true))
      annotation (Placement(transformation(extent={{10,-30},{30,-10}})));
    Parts.BodyBar bar[f](each r={0.2, 0, 0}, each m=1, each I_11=0.001, each I_22=0.004,
      each I_33=0.004) annotation (Placement(transformation(extent={{30,10},{10,30}})));
    Units.Energy energy = sum(bar[i].body.kineticEnergy + bar[i].body.potentialEnergy for i in 1:f)
      "Stays constant";
  equation
    connect(world.frame_b, joint[1].frame_a)
      annotation (Line(points={{-10,-20},{10,-20}}, color={95,95,95}, thickness=0.5));
    for i in 1:f loop
      connect(joint[i].frame_b, bar[i].frame_a)
        annotation (Line(points={{30,-20},{50,-20},{50,20},{30,20}},
          color={95,95,95}, thickness=0.5));
    end for;
    for i in 2:f loop
      connect(bar[i - 1].frame_b, joint[i].frame_a)
        annotation (Line(points={{10,20},{0,20},{0,-20},{10,-20}},
          color={95,95,95}, thickness=0.5));
    end for;
    annotation (experiment(StopTime=1, Tolerance=1e-8),
      Documentation(info="<html><p>Axes in turn along z and y. Tearing leaves <code>f</code> linear
equations for the joint accelerations; relaxing solves them with a number of operations that grows
linearly in <code>f</code>.</p></html>"));
  end Chain;

  model Tree "Binary tree of f revolute joints"
    extends Icons.Example;
    parameter Integer f(min=1) = 7 "Number of joints" annotation (Evaluate=true);
    inner World world annotation (Placement(transformation(extent={{-30,-30},{-10,-10}})));
    Joints.Revolute joint[f](n={if mod(i, 2) == 1 then {0, 0, 1} else {0, 1, 0} for i in 1:f},
      phi(each start=0.1, each fixed=true), w(each start=0, each fixed=true))
      annotation (Placement(transformation(extent={{10,-30},{30,-10}})));
    Parts.BodyBar bar[f](each r={0.2, 0, 0}, each m=1, each I_11=0.001, each I_22=0.004,
      each I_33=0.004) annotation (Placement(transformation(extent={{30,10},{10,30}})));
    Units.Energy energy = sum(bar[i].body.kineticEnergy + bar[i].body.potentialEnergy for i in 1:f)
      "Stays constant";
  equation
    connect(world.frame_b, joint[1].frame_a)
      annotation (Line(points={{-10,-20},{10,-20}}, color={95,95,95}, thickness=0.5));
    for i in 1:f loop
      connect(joint[i].frame_b, bar[i].frame_a)
        annotation (Line(points={{30,-20},{50,-20},{50,20},{30,20}},
          color={95,95,95}, thickness=0.5));
    end for;
    for i in 2:f loop
      connect(bar[div(i, 2)].frame_b, joint[i].frame_a)
        annotation (Line(points={{10,20},{0,20},{0,-20},{10,-20}},
          color={95,95,95}, thickness=0.5));
    end for;
    annotation (experiment(StopTime=1, Tolerance=1e-8),
      Documentation(info="<html><p>Each bar carries two more. The energy stays
constant.</p></html>"));
  end Tree;

  model FrictionChain "Chain of f joints with Coulomb friction"
    extends Icons.Example;
    parameter Integer f(min=1) = 3 "Number of joints" annotation (Evaluate=true);
    inner World world annotation (Placement(transformation(extent={{-30,-10},{-10,10}})));
    Joints.Revolute joint[f](each useAxisFlange=true, phi(each start=0.1, each fixed=true),
      w(each start=0, each fixed=true))
      annotation (Placement(transformation(extent={{10,-10},{30,10}})));
    Parts.BodyBar bar[f](each r={0.2, 0, 0}, each m=1, each I_33=0.004)
      annotation (Placement(transformation(extent={{30,-50},{10,-30}})));
    Formola.Rotational.BearingFriction bearing[f](each tau_c=0.3, each peak=1.2)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=90,
        origin={20,40})));
    Units.Energy energy = sum(bar[i].body.kineticEnergy + bar[i].body.potentialEnergy for i in 1:f)
      "Mechanical energy";
    Units.Energy loss(start=0, fixed=true) "Energy lost by friction";
    Units.Energy total = energy + loss "Stays constant";
  equation
    der(loss) = sum(bearing[i].LossPower for i in 1:f);
    connect(world.frame_b, joint[1].frame_a)
      annotation (Line(points={{-10,0},{10,0}}, color={95,95,95}, thickness=0.5));
    for i in 1:f loop
      connect(joint[i].frame_b, bar[i].frame_a)
        annotation (Line(points={{30,0},{50,0},{50,-40},{30,-40}},
          color={95,95,95}, thickness=0.5));
      connect(joint[i].axis, bearing[i].flange_a)
        annotation (Line(points={{20,10},{20,30}}, color={95,95,95}));
    end for;
    for i in 2:f loop
      connect(bar[i - 1].frame_b, joint[i].frame_a)
        annotation (Line(points={{10,-40},{0,-40},{0,0},{10,0}}, color={95,95,95}, thickness=0.5));
    end for;
    annotation (experiment(StopTime=5, Tolerance=1e-7),
      Documentation(info="<html><p>The joints stick and slip; mechanical energy and the work of
friction together stay constant. The matrices of the joint accelerations are not symmetric
here.</p></html>"));
  end FrictionChain;

  annotation (Documentation(info="<html><p>Examples of Formola.MultiBody.</p></html>"));
end MultiBody;
