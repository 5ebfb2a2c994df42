within Formola.Examples;
package PlanarMechanics "Mechanisms in a plane"
  extends Icons.Package;
  import Formola.PlanarMechanics.*;

  model Pendulum "Rod with a body at its end"
    extends Icons.Example;
    inner World world
      annotation (Placement(transformation(extent={{-100,40},{-80,60}})));
    Parts.Fixed pivot
      annotation (Placement(transformation(extent={{-70,-10},{-50,10}})));
    Joints.Revolute joint(phi(start=0, fixed=true), w(start=0, fixed=true))
      annotation (Placement(transformation(extent={{-30,-10},{-10,10}})));
    Parts.Rod rod(r={0.5, 0})
      annotation (Placement(transformation(extent={{10,-10},{30,10}})));
    Parts.Body body(m=2, I=0.1)
      annotation (Placement(transformation(extent={{50,-10},{70,10}})));
    Units.AngularAcceleration exact = -2*9.81*0.5*cos(joint.phi)/(0.1 + 2*0.5^2) "joint.z";
    Units.Energy energy = body.m*(body.v*body.v)/2 + body.I*body.w^2/2 + body.m*9.81*body.r[2]
      "Conserved: 0";
  equation
    connect(pivot.frame, joint.frame_a)
      annotation (Line(points={{-50,0},{-30,0}}, color={64,64,64}));
    connect(joint.frame_b, rod.frame_a)
      annotation (Line(points={{-10,0},{10,0}}, color={64,64,64}));
    connect(rod.frame_b, body.frame)
      annotation (Line(points={{30,0},{50,0}}, color={64,64,64}));
    annotation (experiment(StopTime=3, Tolerance=1e-8),
      Documentation(info="<html><p>Falls from the horizontal position. By itself the moment of inertia about the pivot comes out:
<code>z = -m*g*d*cos(phi)/(I + m*d^2)</code>.</p></html>"));
  end Pendulum;

  model SliderCrank "Crank, connecting rod and slider: a loop"
    extends Icons.Example;
    inner World world
      annotation (Placement(transformation(extent={{-100,40},{-80,60}})));
    Parts.Fixed pivot
      annotation (Placement(transformation(extent={{-100,-10},{-80,10}})));
    Joints.Revolute crank(phi(start=0.5, fixed=true), w(start=10, fixed=true))
      annotation (Placement(transformation(extent={{-70,-10},{-50,10}})));
    Parts.Rod arm(r={0.3, 0})
      annotation (Placement(transformation(extent={{-40,-10},{-20,10}})));
    Parts.Body wheel(m=1, I=0.5)
      annotation (Placement(transformation(extent={{-10,30},{10,50}})));
    Joints.Revolute pin(phi(start=-0.6), stateSelect=StateSelect.avoid)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}})));
    Parts.Rod conrod(r={1, 0})
      annotation (Placement(transformation(extent={{20,-10},{40,10}})));
    Joints.Revolute wrist(phi(start=0.1), stateSelect=StateSelect.avoid)
      annotation (Placement(transformation(extent={{50,-10},{70,10}})));
    Parts.Body slider(m=2, I=0.01)
      annotation (Placement(transformation(extent={{80,-50},{100,-30}})));
    Parts.Fixed rail
      annotation (Placement(transformation(extent={{-100,-50},{-80,-30}})));
    Joints.Prismatic guide(s(start=1.25), stateSelect=StateSelect.avoid)
      annotation (Placement(transformation(extent={{-50,-50},{-30,-30}})));
    Units.Position exact = 0.3*cos(crank.phi) + sqrt(1 - (0.3*sin(crank.phi))^2) "guide.s";
    Units.Energy energy = (wheel.m*(wheel.v*wheel.v) + wheel.I*wheel.w^2 + slider.m*slider.v[1]^2)/2 +
      wheel.m*9.81*wheel.r[2] "Conserved";
  equation
    connect(pivot.frame, crank.frame_a)
      annotation (Line(points={{-80,0},{-70,0}}, color={64,64,64}));
    connect(crank.frame_b, arm.frame_a)
      annotation (Line(points={{-50,0},{-40,0}}, color={64,64,64}));
    connect(arm.frame_b, pin.frame_a)
      annotation (Line(points={{-20,0},{-10,0}}, color={64,64,64}));
    connect(arm.frame_b, wheel.frame)
      annotation (Line(points={{-20,0},{-15,0},{-15,40},{-10,40}}, color={64,64,64}));
    connect(pin.frame_b, conrod.frame_a)
      annotation (Line(points={{10,0},{20,0}}, color={64,64,64}));
    connect(conrod.frame_b, wrist.frame_a)
      annotation (Line(points={{40,0},{50,0}}, color={64,64,64}));
    connect(wrist.frame_b, slider.frame)
      annotation (Line(points={{70,0},{74,0},{74,-40},{80,-40}}, color={64,64,64}));
    connect(rail.frame, guide.frame_a)
      annotation (Line(points={{-80,-40},{-50,-40}}, color={64,64,64}));
    connect(guide.frame_b, slider.frame)
      annotation (Line(points={{-30,-40},{80,-40}}, color={64,64,64}));
    annotation (experiment(StopTime=2, Tolerance=1e-8),
      Documentation(info="<html><p>Six constraints of the loop leave one degree of freedom. The position of the slider follows
from the angle of the crank in closed form; the energy is conserved.</p></html>"));
  end SliderCrank;

  model SpringMass "Mass on a spring, pushed by a force"
    extends Icons.Example;
    inner World world(g={0, 0})
      annotation (Placement(transformation(extent={{-100,40},{-80,60}})));
    Parts.Fixed wall
      annotation (Placement(transformation(extent={{-70,-10},{-50,10}})));
    Forces.SpringDamper spring(c=90, d=2, s0=1)
      annotation (Placement(transformation(extent={{-30,-10},{-10,10}})));
    Parts.Body body(m=1, I=1, r(start={1, 0}, each fixed=true), v(each fixed=true), phi(fixed=true),
      w(fixed=true))
      annotation (Placement(transformation(extent={{30,-10},{50,10}})));
    Formola.PlanarMechanics.Forces.WorldForce push
      annotation (Placement(transformation(extent={{-30,-60},{-10,-40}})));
    Formola.Blocks.Sources.Constant u[3](k={9, 0, 1})
      annotation (Placement(transformation(extent={{-70,-60},{-50,-40}})));
    Real exact = 1.1 - 0.1*exp(-time)*(cos(sqrt(89)*time) + sin(sqrt(89)*time)/sqrt(89)) "body.r[1]";
  equation
    connect(wall.frame, spring.frame_a)
      annotation (Line(points={{-50,0},{-30,0}}, color={64,64,64}));
    connect(spring.frame_b, body.frame)
      annotation (Line(points={{-10,0},{30,0}}, color={64,64,64}));
    connect(push.frame, body.frame)
      annotation (Line(points={{-10,-50},{10,-50},{10,0},{30,0}}, color={64,64,64}));
    connect(u.y, push.u)
      annotation (Line(points={{-49,-50},{-32,-50}}, color={0,0,127}));
    annotation (experiment(StopTime=4, Tolerance=1e-8),
      Documentation(info="<html><p>A constant force moves the equilibrium by <code>9/90</code>; the body swings to it with the
damping <code>d/(2*m) = 1</code>. The torque turns it: <code>phi = t^2/2</code>.</p></html>"));
  end SpringMass;

  model Thrown "Rotating body in free flight, with a cart beside it"
    extends Icons.Example;
    inner World world
      annotation (Placement(transformation(extent={{-100,40},{-80,60}})));
    Parts.Body body(m=2, I=0.1, r(each fixed=true), v(start={3, 4}, each fixed=true),
      phi(fixed=true), w(start=5, fixed=true))
      annotation (Placement(transformation(extent={{-10,30},{10,50}})));
    Parts.Fixed ground(phi=-0.5)
      annotation (Placement(transformation(extent={{-70,-30},{-50,-10}})));
    Joints.Prismatic rail(s(start=0, fixed=true), v(start=0, fixed=true))
      annotation (Placement(transformation(extent={{-30,-30},{-10,-10}})));
    Parts.Body cart(m=5, I=1)
      annotation (Placement(transformation(extent={{10,-30},{30,-10}})));
    Units.Position exact = 4*time - 9.81*time^2/2 "body.r[2]";
  equation
    connect(ground.frame, rail.frame_a)
      annotation (Line(points={{-50,-20},{-30,-20}}, color={64,64,64}));
    connect(rail.frame_b, cart.frame)
      annotation (Line(points={{-10,-20},{10,-20}}, color={64,64,64}));
    annotation (experiment(StopTime=1, Tolerance=1e-8),
      Documentation(info="<html><p>A parabola; the body keeps its angular velocity. The cart rolls down a slope of 0.5 rad:
<code>s = 9.81*sin(0.5)*t^2/2</code>.</p></html>"));
  end Thrown;

  annotation (Documentation(info="<html><p>Examples of Formola.PlanarMechanics.</p></html>"));
end PlanarMechanics;
