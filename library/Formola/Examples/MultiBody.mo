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
    inner World world;
    Joints.Revolute joint1(phi(start=0, fixed=true), w(start=0, fixed=true));
    Parts.BodyBox box1(r={0.5, 0, 0}, width=0.05);
    Joints.Revolute joint2(phi(start=0, fixed=true), w(start=0, fixed=true));
    Parts.BodyBox box2(r={0.5, 0, 0}, width=0.05);
    Units.Energy energy =
      box1.body.kineticEnergy + box1.body.potentialEnergy + box2.body.kineticEnergy + box2.body.potentialEnergy
      "Stays zero";
  equation
    connect(world.frame_b, joint1.frame_a);
    connect(joint1.frame_b, box1.frame_a);
    connect(box1.frame_b, joint2.frame_a);
    connect(joint2.frame_b, box2.frame_a);
    annotation (experiment(StopTime=3, Tolerance=1e-8),
      Documentation(info="<html><p>Starts horizontally at rest; the energy stays
zero.</p></html>"));
  end DoublePendulum;

  model ReversedPendulum "The pendulum with its joint turned round"
    extends Icons.Example;
    inner World world;
    Joints.Revolute joint(phi(start=0, fixed=true), w(start=0, fixed=true));
    Parts.Body body(m=2, r_CM={0.5, 0, 0}, I_33=0.1);
    Units.AngularAcceleration exact = 2*9.81*0.5*cos(joint.phi)/(0.1 + 2*0.5^2) "joint.a";
  equation
    connect(world.frame_b, joint.frame_b);
    connect(joint.frame_a, body.frame_a);
    annotation (experiment(StopTime=5, Tolerance=1e-8),
      Documentation(info="<html><p>The motion of <code>Pendulum</code> with the opposite sign of the
angle.</p></html>"));
  end ReversedPendulum;

  model SpringMass "Mass on a prismatic joint driven by a spring"
    extends Icons.Example;
    inner World world;
    Joints.Prismatic joint(n={0, -1, 0}, useAxisFlange=true, s(start=0, fixed=true),
      v(start=0, fixed=true));
    Parts.Body body(m=1);
    Formola.Translational.Fixed wall;
    Formola.Translational.Spring spring(c=9.81);
    Sensors.CutForce cut;
    Real exact = 1 - cos(sqrt(9.81)*time) "joint.s";
  equation
    connect(world.frame_b, cut.frame_a);
    connect(cut.frame_b, joint.frame_a);
    connect(joint.frame_b, body.frame_a);
    connect(wall.flange, spring.flange_a);
    connect(spring.flange_b, joint.axis);
    annotation (experiment(StopTime=5, Tolerance=1e-8),
      Documentation(info="<html><p>Solution: <code>s = m*g/c*(1 -
cos(sqrt(c/m)*t))</code>.</p></html>"));
  end SpringMass;

  model DrivenAxis "Revolute joint driven by a torque through a gear"
    extends Icons.Example;
    inner World world(g=0);
    Joints.Revolute joint(n={0, 1, 0}, useAxisFlange=true, phi(start=0, fixed=true),
      w(start=0, fixed=true));
    Parts.FixedRotation bend(r={1, 0, 0}, n={0, 0, 1}, angle=Constants.pi/2);
    Parts.Body body(m=2, I_11=0.5, I_22=0.3, I_33=0.4);
    Formola.Rotational.Sources.ConstantTorque torque(tau=1);
    Formola.Rotational.Inertia motor(J=0.1);
    Formola.Rotational.IdealGear gear(ratio=5);
    Real exact = time "joint.w";
  equation
    connect(world.frame_b, joint.frame_a);
    connect(joint.frame_b, bend.frame_a);
    connect(bend.frame_b, body.frame_a);
    connect(torque.flange, motor.flange_a);
    connect(motor.flange_b, gear.flange_a);
    connect(gear.flange_b, joint.axis);
    annotation (experiment(StopTime=2, Tolerance=1e-8),
      Documentation(info="<html><p>The fixed rotation turns the body's x axis into the axis of the
joint:
<code>(I_11 + m*1^2 + 5^2*0.1)*der(w) = 5*tau</code>, so <code>w = t</code>.</p></html>"));
  end DrivenAxis;

  model FreeFlight "Thrown body that spins about a principal axis"
    extends Icons.Example;
    inner World world;
    Joints.FreeMotion motion(v_start={1, 5, 0}, w_start={0, 0, 3});
    Parts.Body body(m=1, I_11=0.1, I_22=0.2, I_33=0.3);
    Sensors.AbsolutePosition position;
    Real exact = 5*time - 9.81/2*time^2 "position.r[2]";
    Real exact2 = cos(1.5*time) "motion.Q[4]";
  equation
    connect(world.frame_b, motion.frame_a);
    connect(motion.frame_b, body.frame_a);
    connect(body.frame_a, position.frame_a);
    annotation (experiment(StopTime=2, Tolerance=1e-8),
      Documentation(info="<html><p>Parabola and uniform rotation: <code>r = {t, 5*t - g*t^2/2,
0}</code>, <code>Q = {0, 0, sin(1.5*t), cos(1.5*t)}</code>.</p></html>"));
  end FreeFlight;

  model SphericalPendulum "Body on a spherical joint, pulled by a spring, a force and a torque"
    extends Icons.Example;
    inner World world;
    Joints.Spherical joint(w_start={0, 1, 0});
    Parts.BodyBar bar(r={1, 0, 0}, m=1, I_22=0.1, I_33=0.1);
    Parts.Fixed wall(r={0, 2, 0});
    Forces.Spring spring(c=5, s0=1);
    Forces.WorldForce force;
    Forces.WorldTorque torque;
    Formola.Blocks.Sources.Constant zero[6](each k=0);
  equation
    connect(world.frame_b, joint.frame_a);
    connect(joint.frame_b, bar.frame_a);
    connect(wall.frame_b, spring.frame_a);
    connect(spring.frame_b, bar.frame_b);
    connect(force.frame_b, bar.frame_b);
    connect(torque.frame_b, bar.frame_b);
    connect(zero[1:3].y, force.force);
    connect(zero[4:6].y, torque.torque);
    annotation (experiment(StopTime=3, Tolerance=1e-8),
      Documentation(info="<html><p>Kinetic energy plus energies of gravity and spring stay
constant.</p></html>"));
  end SphericalPendulum;

  model FourBar "Planar loop of four bars"
    extends Icons.Example;
    inner World world;
    Joints.Revolute joint1(phi(start=1.0471975511965976, fixed=true), w(start=0, fixed=true),
      stateSelect=StateSelect.always);
    Parts.BodyBar crank(r={1, 0, 0}, m=1, I_33=0.1);
    Joints.Revolute joint2(phi(start=-1.0471975511965976), stateSelect=StateSelect.avoid);
    Parts.BodyBar coupler(r={2, 0, 0}, m=2, I_33=0.7);
    Joints.Revolute joint3(phi(start=-2.0943951023931953), stateSelect=StateSelect.avoid);
    Parts.BodyBar rocker(r={1, 0, 0}, m=1, I_33=0.1);
    Joints.RevoluteCut joint4;
    Parts.Fixed pivot(r={2, 0, 0});
  equation
    connect(world.frame_b, joint1.frame_a);
    connect(joint1.frame_b, crank.frame_a);
    connect(crank.frame_b, joint2.frame_a);
    connect(joint2.frame_b, coupler.frame_a);
    connect(coupler.frame_b, joint3.frame_a);
    connect(joint3.frame_b, rocker.frame_a);
    connect(rocker.frame_b, joint4.frame_a);
    connect(joint4.frame_b, pivot.frame_b);
    annotation (experiment(StopTime=0.4, Tolerance=1e-7),
      Documentation(info="<html><p>Cranks of length 1, coupler and base of length 2: a
parallelogram. As long as it stays one, the coupler does
not rotate: <code>joint1.phi + joint2.phi = 0</code>.</p></html>"));
  end FourBar;

  model SpatialFourBar "Spatial loop: two revolute joints, a rod with spherical joints at its ends"
    extends Icons.Example;
    inner World world;
    Joints.Revolute joint1(n={1, 0, 0}, phi(start=0, fixed=true), w(start=1, fixed=true),
      stateSelect=StateSelect.always);
    Parts.BodyBar crank(r={0, 1, 0}, m=1, I_11=0.1);
    Joints.SphericalCut ball1;
    Joints.FreeMotion rodMotion(fixedStart=false, r_start={0, 1, 0});
    Parts.BodyBar rod(r={1, 0, 1}, m=1, I_11=0.1, I_22=0.1, I_33=0.1);
    Joints.SphericalCut ball2;
    Joints.Revolute joint2(n={0, 0, 1});
    Parts.BodyBar rocker(r={0, 1, 0}, m=1, I_33=0.1);
    Parts.Fixed pivot(r={1, 0, 1});
  initial equation
    rod.body.w_a[3] = 0;
    rodMotion.Q[1] = 0;
    rodMotion.Q*rodMotion.Q = 1;
  equation
    connect(world.frame_b, joint1.frame_a);
    connect(joint1.frame_b, crank.frame_a);
    connect(crank.frame_b, ball1.frame_a);
    connect(ball1.frame_b, rod.frame_a);
    connect(world.frame_b, rodMotion.frame_a);
    connect(rodMotion.frame_b, rod.frame_a);
    connect(rod.frame_b, ball2.frame_a);
    connect(ball2.frame_b, rocker.frame_b);
    connect(rocker.frame_a, joint2.frame_b);
    connect(joint2.frame_a, pivot.frame_b);
    annotation (experiment(StopTime=1, Tolerance=1e-6),
      Documentation(info="<html><p>Eight coordinates and six constraints leave the motion of the
crank and the spin of the rod. The length of the
rod, <code>sqrt(2)</code>, stays the distance of the ends of crank and rocker.</p></html>"));
  end SpatialFourBar;

  annotation (Documentation(info="<html><p>Examples of Formola.MultiBody.</p></html>"));
end MultiBody;
