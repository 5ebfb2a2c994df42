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
    Sensors.AbsoluteVelocity velocity;
    Real exact = 5*time - 9.81/2*time^2 "position.r[2]";
    Real exact2 = cos(1.5*time) "motion.Q[4]";
  equation
    connect(world.frame_b, motion.frame_a);
    connect(motion.frame_b, body.frame_a);
    connect(body.frame_a, position.frame_a);
    connect(body.frame_a, velocity.frame_a);
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
    Sensors.Distance distance;
    Units.Energy energy = bar.body.kineticEnergy + bar.body.potentialEnergy
      + spring.c*(spring.s - spring.s0)^2/2 "Stays constant";
    Units.Energy exact = 0.175 + 2.5*(sqrt(5) - 1)^2 "energy";
  equation
    connect(world.frame_b, joint.frame_a);
    connect(joint.frame_b, bar.frame_a);
    connect(wall.frame_b, spring.frame_a);
    connect(spring.frame_b, bar.frame_b);
    connect(wall.frame_b, distance.frame_a);
    connect(bar.frame_b, distance.frame_b);
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
    Units.Angle exact = -joint1.phi "joint2.phi";
    Units.Energy energy = crank.body.kineticEnergy + crank.body.potentialEnergy
      + coupler.body.kineticEnergy + coupler.body.potentialEnergy + rocker.body.kineticEnergy
      + rocker.body.potentialEnergy "Stays constant";
    Units.AngularAcceleration exact2 = -9.81*3*cos(joint1.phi)/(2*(0.1 + 0.25) + 2) "joint1.a";
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
not rotate: <code>joint1.phi + joint2.phi = 0</code>. Lagrange's equation of the parallelogram:
<code>(2*(I + m*(l/2)^2) + m2*l^2)*a = -(m + m2)*g*l*cos(phi)</code>.</p></html>"));
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
    Sensors.Distance length "Distance of the ends of crank and rocker";
    Units.Energy energy = crank.body.kineticEnergy + crank.body.potentialEnergy
      + rod.body.kineticEnergy + rod.body.potentialEnergy + rocker.body.kineticEnergy
      + rocker.body.potentialEnergy "Stays constant";
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
    connect(crank.frame_b, length.frame_a);
    connect(rocker.frame_b, length.frame_b);
    annotation (experiment(StopTime=1, Tolerance=1e-6),
      Documentation(info="<html><p>Eight coordinates and six constraints leave the motion of the
crank and the spin of the rod. The length of the
rod, <code>sqrt(2)</code>, stays the distance of the ends of crank and rocker.</p></html>"));
  end SpatialFourBar;

  model SliderCrank "Crank, connecting rod and piston"
    extends Icons.Example;
    parameter Units.Length r = 0.5 "Crank";
    parameter Units.Length l = 1.5 "Connecting rod";
    inner World world(g=0);
    Joints.Revolute crankshaft(phi(start=0.5, fixed=true), w(start=10, fixed=true),
      stateSelect=StateSelect.always);
    Parts.BodyBar crank(r={r, 0, 0}, m=1, I_33=0.02);
    Joints.Revolute pin(phi(start=-0.66), stateSelect=StateSelect.avoid);
    Parts.BodyBar rod(r={l, 0, 0}, m=2, I_33=0.375);
    Joints.RevoluteCut wristPin;
    Joints.Prismatic cylinder(s(start=1.9), stateSelect=StateSelect.avoid);
    Parts.Body piston(m=3);
    Units.Position exact = r*cos(crankshaft.phi) + sqrt(l^2 - (r*sin(crankshaft.phi))^2)
      "cylinder.s";
    Units.Velocity exact2 = -r*crankshaft.w*(sin(crankshaft.phi)
      + r*sin(crankshaft.phi)*cos(crankshaft.phi)/sqrt(l^2 - (r*sin(crankshaft.phi))^2))
      "cylinder.v";
    Units.Energy energy = crank.body.kineticEnergy + rod.body.kineticEnergy + piston.kineticEnergy
      "Stays constant";
  equation
    connect(world.frame_b, crankshaft.frame_a);
    connect(crankshaft.frame_b, crank.frame_a);
    connect(crank.frame_b, pin.frame_a);
    connect(pin.frame_b, rod.frame_a);
    connect(rod.frame_b, wristPin.frame_a);
    connect(world.frame_b, cylinder.frame_a);
    connect(cylinder.frame_b, piston.frame_a);
    connect(piston.frame_a, wristPin.frame_b);
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
    inner World world(g=0);
    Joints.Revolute joint1(phi(start=1, fixed=true), w(start=2, fixed=true),
      stateSelect=StateSelect.always);
    Parts.BodyBar crank(r={a, 0, 0}, m=1, I_33=0.1);
    Joints.Revolute joint2(phi(start=-0.2), stateSelect=StateSelect.avoid);
    Parts.BodyBar coupler(r={b, 0, 0}, m=2, I_33=0.7);
    Parts.Fixed pivot(r={d, 0, 0});
    Joints.Revolute joint4(phi(start=1.8), stateSelect=StateSelect.avoid);
    Parts.BodyBar rocker(r={c, 0, 0}, m=2.5, I_33=1.3);
    Joints.RevoluteCut joint3;
    Real freudenstein = d/a*cos(joint4.phi) - d/c*cos(joint1.phi) + (a^2 - b^2 + c^2 + d^2)/(2*a*c)
      "Freudenstein's equation: equals cos(phi1 - phi4)";
    Real exact = cos(joint1.phi - joint4.phi) "freudenstein";
    Units.Energy energy = crank.body.kineticEnergy + coupler.body.kineticEnergy
      + rocker.body.kineticEnergy "Stays constant";
  equation
    connect(world.frame_b, joint1.frame_a);
    connect(joint1.frame_b, crank.frame_a);
    connect(crank.frame_b, joint2.frame_a);
    connect(joint2.frame_b, coupler.frame_a);
    connect(pivot.frame_b, joint4.frame_a);
    connect(joint4.frame_b, rocker.frame_a);
    connect(rocker.frame_b, joint3.frame_a);
    connect(coupler.frame_b, joint3.frame_b);
    annotation (experiment(StopTime=5, Tolerance=1e-8),
      Documentation(info="<html><p>Grashof's condition holds, so the crank turns fully. The
angles of
crank and rocker fulfil F. Freudenstein's equation (Trans. ASME 77, 1955).</p></html>"));
  end CrankRocker;

  model SqueezingMechanism "Andrews' squeezing mechanism: seven bodies in three loops"
    extends Icons.Example;
    inner World world(g=0);
    Parts.Fixed pivotA(r={-0.06934, -0.00227, 0}) "Pivot of K5 and K7";
    Parts.Fixed pivotB(r={-0.03635, 0.03273, 0}) "Pivot of K3";
    Parts.Fixed pivotC(r={0.014, 0.072, 0}) "End of the spring";
    Joints.Revolute beta(useAxisFlange=true, phi(start=-0.0617138900142764496, fixed=true),
      w(start=0, fixed=true), stateSelect=StateSelect.always);
    Parts.BodyBar k1(r={0.007, 0, 0}, r_CM={0.00092, 0, 0}, m=0.04325, I_33=2.194e-6);
    Joints.Revolute theta(phi(start=0), stateSelect=StateSelect.avoid);
    Parts.BodyBar k2(r={-0.028, 0, 0}, r_CM={-0.0115, 0, 0}, m=0.00365, I_33=4.41e-7);
    Joints.Revolute gamma(phi(start=0.455279819163070380), stateSelect=StateSelect.avoid);
    Parts.BodyBar k3(r={0, -0.035, 0}, r_CM={0.01043, -0.01874, 0}, m=0.02373, I_33=5.255e-6);
    Parts.Bar k3D(r={0.02, -0.018, 0}) "From the pivot of K3 to the spring";
    Joints.Revolute delta(phi(start=0.487364979543842550), stateSelect=StateSelect.avoid);
    Parts.BodyBar k5(r={0.04, 0, 0}, r_CM={0.02308, 0.00916, 0}, m=0.0705, I_33=1.169e-5);
    Joints.Revolute phi(phi(start=0.222668390165885885), stateSelect=StateSelect.avoid);
    Parts.BodyBar k4(r={0, -0.02, 0}, r_CM={0, -0.00579, 0}, m=0.00706, I_33=5.667e-7);
    Joints.Revolute epsilon(phi(start=1.23054744454982119), stateSelect=StateSelect.avoid);
    Parts.BodyBar k7(r={0, -0.04, 0}, r_CM={-0.00449, -0.01228, 0}, m=0.05498, I_33=1.912e-5);
    Joints.Revolute omega(phi(start=-0.222668390165885885), stateSelect=StateSelect.avoid);
    Parts.BodyBar k6(r={0.02, 0, 0}, r_CM={0.00579, 0, 0}, m=0.00706, I_33=5.667e-7);
    Joints.RevoluteCut cut3, cut4, cut6;
    Forces.Spring spring(c=4530, s0=0.07785);
    Formola.Rotational.Sources.ConstantTorque motor(tau=0.033);
  equation
    connect(world.frame_b, beta.frame_a);
    connect(motor.flange, beta.axis);
    connect(beta.frame_b, k1.frame_a);
    connect(k1.frame_b, theta.frame_a);
    connect(theta.frame_b, k2.frame_a);
    connect(pivotB.frame_b, gamma.frame_a);
    connect(gamma.frame_b, k3.frame_a);
    connect(gamma.frame_b, k3D.frame_a);
    connect(pivotA.frame_b, delta.frame_a);
    connect(delta.frame_b, k5.frame_a);
    connect(k5.frame_b, phi.frame_a);
    connect(phi.frame_b, k4.frame_a);
    connect(pivotA.frame_b, epsilon.frame_a);
    connect(epsilon.frame_b, k7.frame_a);
    connect(k7.frame_b, omega.frame_a);
    connect(omega.frame_b, k6.frame_a);
    connect(k3.frame_b, cut3.frame_a);
    connect(k4.frame_b, cut4.frame_a);
    connect(k6.frame_b, cut6.frame_a);
    connect(k2.frame_b, cut3.frame_b);
    connect(k2.frame_b, cut4.frame_b);
    connect(k2.frame_b, cut6.frame_b);
    connect(pivotC.frame_b, spring.frame_a);
    connect(spring.frame_b, k3D.frame_b);
    annotation (experiment(StopTime=0.03, Tolerance=1e-7),
      Documentation(info="<html><p>The mechanism of <code>Examples.Classics.Squeezer</code>, built
from components. Data: W. Schiehlen (ed.), Multibody Systems Handbook, Springer, 1990. The bodies K1 and
K2 are driven by a motor; K3, K4 with K5, and K6 with K7 hang on fixed pivots, and all meet at the end
of K2, where three joints close the loops. One degree of freedom is left. The angles at the end are those
of the reference solution of the Test Set for IVP Solvers (F. Mazzia, C. Magherini,
2008).</p></html>"));
  end SqueezingMechanism;

  model FreeBody "Torque-free rotation of an unsymmetric body"
    extends Icons.Example;
    inner World world(g=0);
    Joints.FreeMotion motion(v_start={1, 0, 0}, w_start={0.1, 5, 0.2});
    Parts.Body body(m=2, I_11=1, I_22=2, I_33=3);
    Real L_b[3] = body.I*body.w_a "Angular momentum, resolved in the body";
    Real L_0[3] = Frames.resolve1(body.frame_a.R, L_b) "Angular momentum in the world: constant";
    Units.Energy energy = body.kineticEnergy "Stays 26.065";
    Real norm = motion.Q*motion.Q "Stays 1";
  equation
    connect(world.frame_b, motion.frame_a);
    connect(motion.frame_b, body.frame_a);
    annotation (experiment(StopTime=10, Tolerance=1e-9),
      Documentation(info="<html><p>Rotation about the middle axis of inertia is unstable: the body
tumbles, while energy, momentum and angular momentum <code>{0.1, 10, 0.6}</code> stay
constant.</p></html>"));
  end FreeBody;

  model ForcedBody "Free body with a constant force and torque"
    extends Icons.Example;
    inner World world(g=0);
    Joints.FreeMotion motion;
    Parts.Body body(m=2, I_11=0.1, I_22=0.2, I_33=0.4);
    Forces.WorldForce force;
    Forces.WorldTorque torque;
    Formola.Blocks.Sources.Constant f[3](k={4, 0, 2});
    Formola.Blocks.Sources.Constant t[3](k={0, 0, 0.8});
    Sensors.AbsoluteVelocity velocity;
    Real exact = time^2 "motion.r_rel[1]";
    Real exact2 = 2*time "velocity.w[3]";
  equation
    connect(world.frame_b, motion.frame_a);
    connect(motion.frame_b, body.frame_a);
    connect(force.frame_b, body.frame_a);
    connect(torque.frame_b, body.frame_a);
    connect(velocity.frame_a, body.frame_a);
    connect(f.y, force.force);
    connect(t.y, torque.torque);
    annotation (experiment(StopTime=2, Tolerance=1e-8),
      Documentation(info="<html><p>The force is constant in the world while the body turns about
its z
axis: <code>r = {t^2, 0, t^2/2}</code>, <code>w = {0, 0, 2*t}</code>.</p></html>"));
  end ForcedBody;

  model Chain "Chain of f revolute joints"
    extends Icons.Example;
    parameter Integer f(min=1) = 6 "Number of joints" annotation (Evaluate=true);
    inner World world;
    Joints.Revolute joint[f](n={if mod(i, 2) == 1 then {0, 0, 1} else {0, 1, 0} for i in 1:f},
      phi(each start=0.1, each fixed=true), w(each start=0, each fixed=true));
    Parts.BodyBar bar[f](each r={0.2, 0, 0}, each m=1, each I_11=0.001, each I_22=0.004,
      each I_33=0.004);
    Units.Energy energy = sum(bar[i].body.kineticEnergy + bar[i].body.potentialEnergy for i in 1:f)
      "Stays constant";
  equation
    connect(world.frame_b, joint[1].frame_a);
    for i in 1:f loop
      connect(joint[i].frame_b, bar[i].frame_a);
    end for;
    for i in 2:f loop
      connect(bar[i - 1].frame_b, joint[i].frame_a);
    end for;
    annotation (experiment(StopTime=1, Tolerance=1e-8),
      Documentation(info="<html><p>Axes in turn along z and y. Tearing leaves <code>f</code> linear
equations for the joint accelerations; relaxing solves them with a number of operations that grows
linearly in <code>f</code>.</p></html>"));
  end Chain;

  model Tree "Binary tree of f revolute joints"
    extends Icons.Example;
    parameter Integer f(min=1) = 7 "Number of joints" annotation (Evaluate=true);
    inner World world;
    Joints.Revolute joint[f](n={if mod(i, 2) == 1 then {0, 0, 1} else {0, 1, 0} for i in 1:f},
      phi(each start=0.1, each fixed=true), w(each start=0, each fixed=true));
    Parts.BodyBar bar[f](each r={0.2, 0, 0}, each m=1, each I_11=0.001, each I_22=0.004,
      each I_33=0.004);
    Units.Energy energy = sum(bar[i].body.kineticEnergy + bar[i].body.potentialEnergy for i in 1:f)
      "Stays constant";
  equation
    connect(world.frame_b, joint[1].frame_a);
    for i in 1:f loop
      connect(joint[i].frame_b, bar[i].frame_a);
    end for;
    for i in 2:f loop
      connect(bar[div(i, 2)].frame_b, joint[i].frame_a);
    end for;
    annotation (experiment(StopTime=1, Tolerance=1e-8),
      Documentation(info="<html><p>Each bar carries two more. The energy stays
constant.</p></html>"));
  end Tree;

  model FrictionChain "Chain of f joints with Coulomb friction"
    extends Icons.Example;
    parameter Integer f(min=1) = 3 "Number of joints" annotation (Evaluate=true);
    inner World world;
    Joints.Revolute joint[f](each useAxisFlange=true, phi(each start=0.1, each fixed=true),
      w(each start=0, each fixed=true));
    Parts.BodyBar bar[f](each r={0.2, 0, 0}, each m=1, each I_33=0.004);
    Formola.Rotational.BearingFriction bearing[f](each tau_c=0.3, each peak=1.2);
    Units.Energy energy = sum(bar[i].body.kineticEnergy + bar[i].body.potentialEnergy for i in 1:f)
      "Mechanical energy";
    Units.Energy loss(start=0, fixed=true) "Energy lost by friction";
    Units.Energy total = energy + loss "Stays constant";
  equation
    der(loss) = sum(bearing[i].LossPower for i in 1:f);
    connect(world.frame_b, joint[1].frame_a);
    for i in 1:f loop
      connect(joint[i].frame_b, bar[i].frame_a);
      connect(joint[i].axis, bearing[i].flange_a);
    end for;
    for i in 2:f loop
      connect(bar[i - 1].frame_b, joint[i].frame_a);
    end for;
    annotation (experiment(StopTime=5, Tolerance=1e-7),
      Documentation(info="<html><p>The joints stick and slip; mechanical energy and the work of
friction together stay constant. The matrices of the joint accelerations are not symmetric
here.</p></html>"));
  end FrictionChain;

  annotation (Documentation(info="<html><p>Examples of Formola.MultiBody.</p></html>"));
end MultiBody;
