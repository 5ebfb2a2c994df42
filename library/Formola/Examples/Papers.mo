within Formola.Examples;
package Papers "Models of the papers on tearing, relaxing and inline integration"
  extends Icons.Package;

  model RelaxedDriveTrain "Shaft, gear, shaft with the order of elimination marked by relax"
    extends Icons.Example;
    parameter Units.Inertia J1 = 0.5 "Inertia of the first shaft";
    parameter Units.Inertia J2 = 2 "Inertia of the second shaft";
    parameter Real i = 4 "Ratio of the gear";
    parameter Units.Torque tin = 1 "Driving torque";
    Units.AngularVelocity w1 "Speed of the first shaft";
    Units.AngularVelocity w2(start=0, fixed=true) "Speed of the second shaft";
    Units.AngularAcceleration a1 "Acceleration of the first shaft";
    Units.AngularAcceleration a2 "Acceleration of the second shaft";
    Units.Torque t1 "Torque between first shaft and gear";
    Units.Torque t2 "Torque between gear and second shaft";
    Real exact = 0.4*time "w2";
  equation
    // First shaft
    J1*relax(a1) = tin - t1;
    // Gear
    w1 = i*w2;
    a1 = i*relax(a2);
    i*t1 = t2;
    // Second shaft, its speed is the state
    der(w2) = a2;
    J2*a2 = t2;
    annotation (experiment(StopTime=1, Tolerance=1e-6),
      Documentation(info="<html><p>Symbolic elimination in the marked order gives <code>(J2 +
i^2*J1)*der(w2) = i*tin</code>. From M. Otter, H. Elmqvist,
F. E. Cellier, Relaxing: a symbolic sparse matrix method exploiting the model structure in
generating
efficient simulation code (CESA 1996).</p></html>"));
  end RelaxedDriveTrain;

  model TurnedDriveTrain "The same with the gear turned round: the marked order does not fit"
    extends Icons.Example;
    parameter Units.Inertia J1 = 0.5 "Inertia of the first shaft";
    parameter Units.Inertia J2 = 2 "Inertia of the second shaft";
    parameter Real i = 0.25 "Ratio of the gear";
    parameter Units.Torque tin = 1 "Driving torque";
    Units.AngularVelocity w1 "Speed of the first shaft";
    Units.AngularVelocity w2(start=0, fixed=true) "Speed of the second shaft";
    Units.AngularAcceleration a1 "Acceleration of the first shaft";
    Units.AngularAcceleration a2 "Acceleration of the second shaft";
    Units.Torque t1 "Torque between first shaft and gear";
    Units.Torque t2 "Torque between gear and second shaft";
    Real exact = 0.4*time "w2";
  equation
    J1*relax(a1) = tin - t1;
    w2 = i*w1;
    a2 = i*relax(a1);
    i*t2 = t1;
    der(w2) = a2;
    J2*a2 = t2;
    annotation (experiment(StopTime=1, Tolerance=1e-6),
      Documentation(info="<html><p>The solution of <code>RelaxedDriveTrain</code>, but elimination
in the order marked by hand is not possible; an
automatic order or tearing is needed.</p></html>"));
  end TurnedDriveTrain;

  model PinnedBody "Planar rigid body held by a revolute joint"
    extends Icons.Example;
    parameter Units.Mass m = 2 "Mass";
    parameter Units.Inertia J = 0.1 "Moment of inertia about the centre of mass";
    parameter Units.Length d = 0.5 "Distance of the joint from the centre of mass";
    parameter Units.Acceleration g = 9.81 "Gravity";
    Units.Position x "Centre of mass";
    Units.Position y "Centre of mass";
    Units.Angle phi(start=0, fixed=true, stateSelect=StateSelect.prefer) "Angle";
    Units.Velocity vx "Speed";
    Units.Velocity vy "Speed";
    Units.AngularVelocity w(start=0, fixed=true, stateSelect=StateSelect.prefer) "Angular velocity";
    Units.Force fx "Force in the joint";
    Units.Force fy "Force in the joint";
    Real exact = -m*g*d*cos(phi)/(J + m*d*d) "der(w)";
  equation
    // Free body: three degrees of freedom
    vx = der(x);
    vy = der(y);
    w = der(phi);
    m*der(vx) = fx;
    m*der(vy) = fy - m*g;
    J*der(w) = d*sin(phi)*fx - d*cos(phi)*fy;
    // The joint at the origin
    x = d*cos(phi);
    y = d*sin(phi);
    annotation (experiment(StopTime=5, Tolerance=1e-8),
      Documentation(info="<html><p>Index reduction leaves two of the six states, and the solution of
the linear block has the
denominator <code>J + m*d*d</code>.</p></html>"));
  end PinnedBody;

  package JointChain "Planar mechanisms with the accelerations in their connectors"
    extends Icons.Package;

    connector Cut_a "Cut towards the root: position and speed come from there"
      input Units.Angle phi "Angle";
      input Units.AngularVelocity w "Angular velocity";
      input Units.Position r[2] "Position";
      input Units.Velocity v[2] "Speed";
      Real a[3] "Angular acceleration and acceleration";
      flow Real f[3] "Torque and force";
      annotation (Icon(graphics={
        Rectangle(extent={{-60,100},{60,-100}}, lineColor={64,64,64}, fillColor={192,192,192},
          fillPattern=FillPattern.Solid)}),
        Documentation(info="<html><p>Side towards the base.</p></html>"));
    end Cut_a;

    connector Cut_b "Cut away from the root"
      output Units.Angle phi "Angle";
      output Units.AngularVelocity w "Angular velocity";
      output Units.Position r[2] "Position";
      output Units.Velocity v[2] "Speed";
      Real a[3] "Angular acceleration and acceleration";
      flow Real f[3] "Torque and force";
      annotation (Icon(graphics={
        Rectangle(extent={{-60,100},{60,-100}}, lineColor={64,64,64}, fillColor={255,255,255},
          fillPattern=FillPattern.Solid)}),
        Documentation(info="<html><p>Side away from the base.</p></html>"));
    end Cut_b;

    partial model TwoCuts "Part with two cuts"
      Cut_a a "Cut towards the root"
        annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
      Cut_b b "Cut away from the root"
        annotation (Placement(transformation(extent={{90,-10},{110,10}})));
      annotation (Icon(graphics={
        Text(extent={{-150,110},{150,70}}, textString="%name", textColor={0,0,255})}),
        Documentation(info="<html><p>Base of parts between two cuts.</p></html>"));
    end TwoCuts;

    model Base "Fixed pivot"
      Cut_b b annotation (Placement(transformation(extent={{90,-10},{110,10}})));
      parameter Units.Acceleration g = 9.81 "Gravity";
    equation
      b.phi = 0;
      b.w = 0;
      b.r = zeros(2);
      b.v = zeros(2);
      // The pivot accelerates upwards instead of gravity pulling downwards
      b.a = {0, 0, g};
      annotation (Icon(graphics={
        Line(points={{40,80},{40,-80}}),
        Line(points={{40,0},{90,0}}),
        Line(points={{40,80},{0,40}}),
        Line(points={{40,40},{0,0}}),
        Line(points={{40,0},{0,-40}}),
        Line(points={{40,-40},{0,-80}}),
        Text(extent={{-150,130},{150,90}}, textString="%name", textColor={0,0,255})}),
        Documentation(info="<html><p>Its cut has the acceleration of gravity upwards,
so that
bodies need not know about gravity.</p></html>"));
    end Base;

    model Joint "Revolute joint, equations (27) to (29)"
      extends TwoCuts;
      Units.Angle q(start=0.1, fixed=true, stateSelect=StateSelect.always) "Angle";
      Units.AngularVelocity qd(start=0, fixed=true, stateSelect=StateSelect.always) "Speed";
      Units.AngularAcceleration qdd "Acceleration";
      parameter Units.Torque tau = 0 "Driving torque";
    equation
      der(q) = qd;
      der(qd) = qdd;
      b.phi = a.phi + q;
      b.w = a.w + qd;
      b.r = a.r;
      b.v = a.v;
      b.a = relax(a.a) + {qdd, 0, 0};
      a.f = -b.f;
      -b.f[1] = tau + residue(qdd);
      annotation (Icon(graphics={
        Line(points={{-90,0},{90,0}}),
        Ellipse(extent={{-40,40},{40,-40}}, lineColor={64,64,64}, fillColor={255,255,255},
          fillPattern=FillPattern.Solid)}),
        Documentation(info="<html><p>With <code>residue</code> at the joint
acceleration and
<code>relax</code> at the motion of the inner cut.</p></html>"));
    end Joint;

    model Bar "Rigid bar without mass, equations (25) and (26)"
      extends TwoCuts;
      parameter Units.Length l = 0.1 "Length";
      Real e[2] = {cos(a.phi), sin(a.phi)} "Direction";
    equation
      b.phi = a.phi;
      b.w = a.w;
      b.r = a.r + l*e;
      b.v = a.v + l*a.w*{-e[2], e[1]};
      b.a = {a.a[1], a.a[2] - l*e[2]*a.a[1] - l*a.w^2*e[1], a.a[3] + l*e[1]*a.a[1] - l*a.w^2*e[2]};
      a.f[2] = -b.f[2];
      a.f[3] = -b.f[3];
      a.f[1] + b.f[1] + l*(e[1]*b.f[3] - e[2]*b.f[2]) = 0;
      annotation (Icon(graphics={
        Rectangle(extent={{-90,15},{90,-15}}, lineColor={64,64,64}, fillColor={200,215,235},
          fillPattern=FillPattern.Solid)}),
        Documentation(info="<html><p>Kinematics from cut a to cut b, forces in the other
direction.</p></html>"));
    end Bar;

    model Body "Rigid body, equation (24)"
      Cut_a a "Centre of mass" annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
      parameter Units.Mass m = 1 "Mass";
      parameter Units.Inertia J = 0.004 "Moment of inertia";
      parameter Units.Acceleration g = 9.81 "Gravity, for the energy";
      Units.Energy energy = m/2*(a.v*a.v) + J/2*a.w^2 + m*g*a.r[2] "Kinetic and potential energy";
    equation
      a.f = {J*a.a[1], m*a.a[2], m*a.a[3]};
      annotation (Icon(graphics={
        Line(points={{-90,0},{-50,0}}),
        Ellipse(extent={{-50,60},{70,-60}}, lineColor={64,64,64}, fillColor={0,127,255},
          fillPattern=FillPattern.Sphere),
        Text(extent={{-150,110},{150,70}}, textString="%name", textColor={0,0,255})}),
        Documentation(info="<html><p>The equations of Newton and Euler at the centre of
mass.</p></html>"));
    end Body;

    model Chain "Chain of f joints"
      extends Icons.Example;
      parameter Integer f(min=1) = 6 "Number of joints" annotation (Evaluate=true);
      Base base annotation (Placement(transformation(extent={{-70,-30},{-50,-10}})));
      Joint joint[f] annotation (Placement(transformation(extent={{-30,-30},{-10,-10}})));
      Bar inboard[f] annotation (Placement(transformation(extent={{10,-30},{30,-10}})));
      Body body[f] annotation (Placement(transformation(extent={{50,-30},{70,-10}})));
      Bar outboard[f] annotation (Placement(transformation(extent={{30,10},{10,30}})));
      Units.Energy energy = sum(body[i].energy for i in 1:f) "Stays constant";
      parameter Units.Energy exact = 9.81*sum((2*(f - i) + 1)*0.1*sin(0.1*i) for i in 1:f) "energy";
    equation
      connect(base.b, joint[1].a)
        annotation (Line(points={{-50,-20},{-30,-20}}, color={95,95,95}, thickness=0.5));
      for i in 1:f loop
        connect(joint[i].b, inboard[i].a)
          annotation (Line(points={{-10,-20},{10,-20}}, color={95,95,95}, thickness=0.5));
        connect(inboard[i].b, body[i].a)
          annotation (Line(points={{30,-20},{50,-20}}, color={95,95,95}, thickness=0.5));
        connect(inboard[i].b, outboard[i].a)
          annotation (Line(points={{30,-20},{40,-20},{40,20},{30,20}},
            color={95,95,95}, thickness=0.5));
      end for;
      for i in 2:f loop
        connect(outboard[i - 1].b, joint[i].a)
          annotation (Line(points={{10,20},{-40,20},{-40,-20},{-30,-20}},
            color={95,95,95}, thickness=0.5));
      end for;
      annotation (experiment(StopTime=1, Tolerance=1e-8),
        Documentation(info="<html><p>Tearing by the <code>residue</code> terms gives
<code>f</code> equations <code>M(q)*qdd = h</code>; relaxing by the <code>relax</code> terms gives the
recursive algorithm with a number of operations proportional to <code>f</code>.</p></html>"));
    end Chain;

    model RubbingJoint "Revolute joint whose friction is proportional to the force in the bar"
      extends TwoCuts;
      Units.Angle q(fixed=true, stateSelect=StateSelect.always) "Angle";
      Units.AngularVelocity qd(start=0, fixed=true, stateSelect=StateSelect.always) "Speed";
      Units.AngularAcceleration qdd "Acceleration";
      parameter Units.Length mu = 0.01 "Coefficient of friction times the radius of the pin";
      parameter Units.AngularVelocity w0 = 0.01 "Friction acts fully above this speed";
      Units.Force N "Tension of the bar, assumed positive";
      Units.Torque tau "Torque of friction";
      Units.Power loss = -tau*qd "Dissipated power";
    equation
      der(q) = qd;
      der(qd) = qdd;
      b.phi = a.phi + q;
      b.w = a.w + qd;
      b.r = a.r;
      b.v = a.v;
      b.a = relax(a.a) + {qdd, 0, 0};
      a.f = -b.f;
      N = cos(b.phi)*b.f[2] + sin(b.phi)*b.f[3];
      tau = -mu*N*tanh(qd/w0);
      -b.f[1] = tau + residue(qdd);
      annotation (Icon(graphics={
        Line(points={{-90,0},{90,0}}),
        Ellipse(extent={{-40,40},{40,-40}}, lineColor={64,64,64}, fillColor={255,225,220},
          fillPattern=FillPattern.Solid)}),
        Documentation(info="<html><p>The torque of friction depends on the constraint
force;
tearing and relaxing do not need a symmetric matrix.</p></html>"));
    end RubbingJoint;

    model RubbingChain "Hanging chain of f joints with Coulomb friction by the constraint forces"
      extends Icons.Example;
      parameter Integer f(min=1) = 3 "Number of joints" annotation (Evaluate=true);
      Base base annotation (Placement(transformation(extent={{-70,-30},{-50,-10}})));
      RubbingJoint joint[f](q(start={if i == 1 then 0.5 - Constants.pi/2 else 0.2 for i in 1:f}))
        annotation (Placement(transformation(extent={{-30,-30},{-10,-10}})));
      Bar inboard[f] annotation (Placement(transformation(extent={{10,-30},{30,-10}})));
      Body body[f] annotation (Placement(transformation(extent={{50,-30},{70,-10}})));
      Bar outboard[f] annotation (Placement(transformation(extent={{30,10},{10,30}})));
      Units.Energy loss(start=0, fixed=true) "Energy lost by friction";
      Units.Energy energy = sum(body[i].energy for i in 1:f) "Mechanical energy";
      Units.Energy total = energy + loss "Stays constant";
      parameter Units.Energy exact = -9.81*sum((2*(f - i) + 1)*0.1*cos(0.3 + 0.2*i) for i in 1:f)
        "total";
    equation
      der(loss) = sum(joint[i].loss for i in 1:f);
      connect(base.b, joint[1].a)
        annotation (Line(points={{-50,-20},{-30,-20}}, color={95,95,95}, thickness=0.5));
      for i in 1:f loop
        connect(joint[i].b, inboard[i].a)
          annotation (Line(points={{-10,-20},{10,-20}}, color={95,95,95}, thickness=0.5));
        connect(inboard[i].b, body[i].a)
          annotation (Line(points={{30,-20},{50,-20}}, color={95,95,95}, thickness=0.5));
        connect(inboard[i].b, outboard[i].a)
          annotation (Line(points={{30,-20},{40,-20},{40,20},{30,20}},
            color={95,95,95}, thickness=0.5));
      end for;
      for i in 2:f loop
        connect(outboard[i - 1].b, joint[i].a)
          annotation (Line(points={{10,20},{-40,20},{-40,-20},{-30,-20}},
            color={95,95,95}, thickness=0.5));
      end for;
      annotation (experiment(StopTime=5, Tolerance=1e-8),
        Documentation(info="<html><p>The torque of friction is a linear function of the cut
forces, so
the matrix of the accelerations is not symmetric; tearing and relaxing do not need
symmetry.</p></html>"));
    end RubbingChain;

    annotation (Documentation(info="<html><p>The multibody classes of the paper on relaxing, in the
plane: no equation must be differentiated, as all accelerations are explicit. All quantities are
resolved in the world frame; parts are connected in the direction away from the base. Equation numbers are those
of M. Otter, H. Elmqvist, F. E. Cellier, Relaxing: a symbolic sparse matrix method exploiting the model
structure in generating efficient simulation code (CESA 1996).</p></html>"));
  end JointChain;

  model NodalCircuit "Resistors and a capacitor between three nodes"
    extends Icons.Example;
    Formola.Electrical.Sources.ConstantVoltage source(V=1)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-40,0})));
    Formola.Electrical.Resistor R1(R=1)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=90,
        origin={0,40})));
    Formola.Electrical.Capacitor C(C=1, v(start=0, fixed=true))
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={0,0})));
    Formola.Electrical.Resistor R3(R=2)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={40,40})));
    Formola.Electrical.Resistor R4(R=2)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={40,0})));
    Formola.Electrical.Ground ground
      annotation (Placement(transformation(extent={{-10,-50},{10,-30}})));
  equation
    connect(source.n, ground.p)
      annotation (Line(points={{-40,-10},{-40,-16},{0,-16},{0,-30}}, color={0,0,255}));
    connect(source.p, R1.p)
      annotation (Line(points={{-40,10},{-40,24},{0,24},{0,30}}, color={0,0,255}));
    connect(R1.n, C.p)
      annotation (Line(points={{0,50},{0,56},{16,56},{16,16},{0,16},{0,10}}, color={0,0,255}));
    connect(R1.n, R3.p) annotation (Line(points={{0,50},{0,56},{40,56},{40,50}}, color={0,0,255}));
    connect(R3.n, R4.p) annotation (Line(points={{40,30},{40,10}}, color={0,0,255}));
    connect(C.n, ground.p) annotation (Line(points={{0,-10},{0,-30}}, color={0,0,255}));
    connect(R4.n, ground.p)
      annotation (Line(points={{40,-10},{40,-16},{0,-16},{0,-30}}, color={0,0,255}));
    annotation (experiment(StopTime=5, Tolerance=1e-6),
      Documentation(info="<html><p>With the potentials relaxed in the component classes the block
reduces to nodal equations. Solution:
<code>C.v = 0.8*(1 - exp(-1.25*t))</code>.</p></html>"));
  end NodalCircuit;

  model TwoFilters "Two first-order filters in series"
    extends Icons.Example;
    Formola.Blocks.Sources.Step step
      annotation (Placement(transformation(extent={{-50,-10},{-30,10}})));
    Formola.Blocks.Continuous.FirstOrder filter1(T=1)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}})));
    Formola.Blocks.Continuous.FirstOrder filter2(T=2)
      annotation (Placement(transformation(extent={{30,-10},{50,10}})));
    Real exact = 1 + exp(-time) - 2*exp(-time/2) "filter2.y";
  equation
    connect(step.y, filter1.u) annotation (Line(points={{-29,0},{-12,0}}, color={0,0,127}));
    connect(filter1.y, filter2.u) annotation (Line(points={{11,0},{28,0}}, color={0,0,127}));
    annotation (experiment(StopTime=10, Tolerance=1e-6),
      Documentation(info="<html><p>Inlined, it needs no iteration variable. Solution: <code>1 +
exp(-t) - 2*exp(-t/2)</code>.</p></html>"));
  end TwoFilters;

  model PlantWithController "Nonlinear plant with a linear controller of second order in a loop"
    extends Icons.Example;
    Real x(start=1, fixed=true) "State of the plant";
    Real u "Input of the plant";
    Real y "Output of the plant";
    Formola.Blocks.Continuous.SecondOrder filter(w=10, D=0.7)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}})));
    parameter Real k = 3 "Gain";
  equation
    der(x) = -x^3 + sin(u) + cos(time);
    y = x + 0.1*x^3;
    filter.u = y;
    u = -k*filter.y;
    annotation (experiment(StopTime=5, Tolerance=1e-6),
      Documentation(info="<html><p>Inlined, the plant alone is iterated: one variable in place of three
states; the controller is solved inside in closed form. From H. Elmqvist, M. Otter, F. E. Cellier,
Inline integration (1995).</p></html>"));
  end PlantWithController;

  model Circuit1 "Resistor in series with a capacitor and a resistor in parallel"
    extends Icons.Example;
    Formola.Electrical.Sources.ConstantVoltage source(V=7)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-40,40})));
    Formola.Electrical.Resistor R1(R=10)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={0,40})));
    Formola.Electrical.Resistor R2(R=20)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={0,0})));
    Formola.Electrical.Capacitor C(C=0.01, v(start=1, fixed=true))
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={40,0})));
    Formola.Electrical.Ground ground
      annotation (Placement(transformation(extent={{-10,-50},{10,-30}})));
    Real exact = 14/3 - 11/3*exp(-15*time) "C.v";
  equation
    connect(source.p, R1.p)
      annotation (Line(points={{-40,50},{-40,56},{0,56},{0,50}}, color={0,0,255}));
    connect(R1.n, C.p) annotation (Line(points={{0,30},{0,16},{40,16},{40,10}}, color={0,0,255}));
    connect(R1.n, R2.p) annotation (Line(points={{0,30},{0,10}}, color={0,0,255}));
    connect(C.n, ground.p)
      annotation (Line(points={{40,-10},{40,-16},{0,-16},{0,-30}}, color={0,0,255}));
    connect(R2.n, ground.p) annotation (Line(points={{0,-10},{0,-30}}, color={0,0,255}));
    connect(source.n, ground.p)
      annotation (Line(points={{-40,30},{-40,-16},{0,-16},{0,-30}}, color={0,0,255}));
    annotation (experiment(StopTime=0.5, Tolerance=1e-7),
      Documentation(info="<html><p>Figure 8.7 in F. E. Cellier, E. Kofman, Continuous System
Simulation, Springer 2006. Inlined with backward Euler a step is one formula, <code>uC =
(R1*R2*C*pre(uC) + h*R2*u0)/(R1*R2*C + h*(R1 + R2))</code>. Solution: <code>u0*R2/(R1 + R2)</code> is
approached with the time constant <code>C*R1*R2/(R1 + R2)</code>.</p></html>"));
  end Circuit1;

  model Circuit2 "Three resistors and an inductor: an algebraic loop"
    extends Icons.Example;
    Formola.Electrical.Sources.ConstantVoltage source(V=7)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-40,40})));
    Formola.Electrical.Resistor R1(R=10)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={0,40})));
    Formola.Electrical.Resistor R2(R=20)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={0,0})));
    Formola.Electrical.Resistor R3(R=30)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={40,0})));
    Formola.Electrical.Inductor L(L=1, i(start=0, fixed=true))
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-40,0})));
    Formola.Electrical.Ground ground
      annotation (Placement(transformation(extent={{-10,-50},{10,-30}})));
    Real exact = 7*(20 + 30)/(10*20 + 10*30 + 20*30) "R1.i";
    Real exact2 = 7*time "L.i";
  equation
    connect(source.p, R1.p)
      annotation (Line(points={{-40,50},{-40,56},{0,56},{0,50}}, color={0,0,255}));
    connect(source.p, L.p)
      annotation (Line(points={{-40,50},{-40,56},{-56,56},{-56,16},{-40,16},{-40,10}},
        color={0,0,255}));
    connect(R1.n, R2.p) annotation (Line(points={{0,30},{0,10}}, color={0,0,255}));
    connect(R1.n, R3.p) annotation (Line(points={{0,30},{0,16},{40,16},{40,10}}, color={0,0,255}));
    connect(R2.n, ground.p) annotation (Line(points={{0,-10},{0,-30}}, color={0,0,255}));
    connect(R3.n, ground.p)
      annotation (Line(points={{40,-10},{40,-16},{0,-16},{0,-30}}, color={0,0,255}));
    connect(L.n, ground.p)
      annotation (Line(points={{-40,-10},{-40,-16},{0,-16},{0,-30}}, color={0,0,255}));
    connect(source.n, ground.p)
      annotation (Line(points={{-40,30},{-40,20},{-24,20},{-24,-16},{0,-16},{0,-30}},
        color={0,0,255}));
    annotation (experiment(StopTime=1, Tolerance=1e-7),
      Documentation(info="<html><p>Figure 8.11 in F. E. Cellier, E. Kofman, Continuous System
Simulation: <code>i1 = (R2 + R3)*u0/(R1*R2 + R1*R3 + R2*R3)</code>.</p></html>"));
  end Circuit2;

  model Circuit3 "Capacitor across a voltage source: index 2"
    extends Icons.Example;
    Formola.Electrical.Sources.SineVoltage source(V=5, f=1/(2*Constants.pi))
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-40,40})));
    Formola.Electrical.Resistor R1(R=10)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={0,40})));
    Formola.Electrical.Resistor R2(R=20)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={0,0})));
    Formola.Electrical.Inductor L(L=1, i(start=0, fixed=true))
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={40,0})));
    Formola.Electrical.Capacitor C(C=0.01)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-40,0})));
    Formola.Electrical.Ground ground
      annotation (Placement(transformation(extent={{-10,-50},{10,-30}})));
    parameter Real a = 20/3 "R1*R2/((R1 + R2)*L)";
    Real exact = 0.5*a/(a^2 + 1)*(a*sin(time) - cos(time) + exp(-a*time)) "L.i";
    Real exact2 = 0.05*cos(time) "C.i";
  equation
    connect(source.p, R1.p)
      annotation (Line(points={{-40,50},{-40,56},{0,56},{0,50}}, color={0,0,255}));
    connect(source.p, C.p)
      annotation (Line(points={{-40,50},{-40,56},{-56,56},{-56,16},{-40,16},{-40,10}},
        color={0,0,255}));
    connect(R1.n, R2.p) annotation (Line(points={{0,30},{0,10}}, color={0,0,255}));
    connect(R1.n, L.p) annotation (Line(points={{0,30},{0,16},{40,16},{40,10}}, color={0,0,255}));
    connect(R2.n, ground.p) annotation (Line(points={{0,-10},{0,-30}}, color={0,0,255}));
    connect(L.n, ground.p)
      annotation (Line(points={{40,-10},{40,-16},{0,-16},{0,-30}}, color={0,0,255}));
    connect(C.n, ground.p)
      annotation (Line(points={{-40,-10},{-40,-16},{0,-16},{0,-30}}, color={0,0,255}));
    connect(source.n, ground.p)
      annotation (Line(points={{-40,30},{-40,20},{-24,20},{-24,-16},{0,-16},{0,-30}},
        color={0,0,255}));
    annotation (experiment(StopTime=5, Tolerance=1e-7),
      Documentation(info="<html><p>Figure 8.15 in F. E. Cellier, E. Kofman, Continuous System
Simulation. The voltage of the capacitor is that of the source, so its current needs a derivative; one
state is left. Solution: <code>L*der(iL) + Rp*iL = Rp/R1*u0</code> with <code>Rp</code> for R1 and R2 in
parallel.</p></html>"));
  end Circuit3;

  model CausalizedCircuit "The circuit of a lecture on causalisation"
    extends Icons.Example;
    Formola.Electrical.Sources.ConstantVoltage source(V=10)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-40,40})));
    Formola.Electrical.Resistor R1(R=100)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={0,40})));
    Formola.Electrical.Resistor R2(R=20)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={40,0})));
    Formola.Electrical.Inductor L(L=1.5e-3, i(start=0, fixed=true))
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-40,0})));
    Formola.Electrical.Capacitor C(C=0.1e-6, v(start=0, fixed=true))
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={0,0})));
    Formola.Electrical.Ground ground
      annotation (Placement(transformation(extent={{-10,-50},{10,-30}})));
    Real exact = 10/6*(1 - exp(-6e5*time)) "C.v";
    Real exact2 = 10/1.5e-3*time "L.i";
  equation
    connect(source.p, R1.p)
      annotation (Line(points={{-40,50},{-40,56},{0,56},{0,50}}, color={0,0,255}));
    connect(source.p, L.p)
      annotation (Line(points={{-40,50},{-40,56},{-56,56},{-56,16},{-40,16},{-40,10}},
        color={0,0,255}));
    connect(R1.n, C.p) annotation (Line(points={{0,30},{0,10}}, color={0,0,255}));
    connect(R1.n, R2.p) annotation (Line(points={{0,30},{0,16},{40,16},{40,10}}, color={0,0,255}));
    connect(C.n, ground.p) annotation (Line(points={{0,-10},{0,-30}}, color={0,0,255}));
    connect(R2.n, ground.p)
      annotation (Line(points={{40,-10},{40,-16},{0,-16},{0,-30}}, color={0,0,255}));
    connect(L.n, ground.p)
      annotation (Line(points={{-40,-10},{-40,-16},{0,-16},{0,-30}}, color={0,0,255}));
    connect(source.n, ground.p)
      annotation (Line(points={{-40,30},{-40,20},{-24,20},{-24,-16},{0,-16},{0,-30}},
        color={0,0,255}));
    annotation (experiment(StopTime=1e-5, Tolerance=1e-7),
      Documentation(info="<html><p>F. E. Cellier, Numerical Simulation of Dynamic Systems XIV
(lecture): ten equations are made causal one after the other by two rules on the structure digraph.
By substitution <code>der(uC) = -(1/(C*R1) + 1/(C*R2))*uC + u0/(C*R1)</code>, <code>der(iL) =
u0/L</code>.</p></html>"));
  end CausalizedCircuit;

  model Pendulum "Pendulum for which methods gain, lose or keep energy"
    extends Icons.Example;
    parameter Units.Length l = 1 "Length";
    parameter Units.Mass m = 10 "Mass";
    Units.Angle phi(start=Constants.pi/4, fixed=true) "Angle";
    Units.AngularVelocity w(start=0, fixed=true) "Speed";
    Units.Energy energy = m*(l*w)^2/2 - m*9.81*l*cos(phi) "Stays constant";
  equation
    der(phi) = w;
    m*l^2*der(w) = -m*9.81*l*sin(phi);
    annotation (experiment(StopTime=10, Tolerance=1e-8),
      Documentation(info="<html><p>F. E. Cellier, E. Kofman, Continuous System Simulation, figures 8.28
to 8.33. With the fixed step 0.01 forward Euler gains energy, backward Euler
(<code>inline:be</code>) loses it, <code>inline:trapezoid</code> and <code>inline:bi2</code> keep
it.</p></html>"));
  end Pendulum;

  annotation (Documentation(info="<html><p>Small models from the papers that Formola builds on. Where
the models of each chapter are:</p>
<ul>
<li>Inline integration (H. Elmqvist, M. Otter, F. E. Cellier, 1995): <code>TwoFilters</code>,
<code>PlantWithController</code>, <code>Examples.Robot</code>.</li>
<li>Object-oriented modelling and formula manipulation (H. Elmqvist, 1993):
<code>Examples.Electrical.RLCCircuit</code>, <code>VoltageDivider</code>,
<code>ParallelCapacitors</code>, <code>JunctionCharge</code> and <code>JunctionVoltage</code>;
<code>PinnedBody</code>; <code>Examples.Process.SuperheaterEnergy</code> and
<code>SuperheaterEnthalpy</code>.</li>
<li>Differential-algebraic equations (F. E. Cellier, E. Kofman, 2006, chapter 8):
<code>Circuit1</code>, <code>Circuit2</code>, <code>Circuit3</code>, <code>Pendulum</code>;
<code>Examples.PDE.HeatEquationOrder4</code>, <code>Examples.PDE.VibratingString</code>;
<code>Examples.Process.Column</code>.</li>
<li>Relaxing (M. Otter, H. Elmqvist, F. E. Cellier, 1996): <code>RelaxedDriveTrain</code>,
<code>TurnedDriveTrain</code>, <code>NodalCircuit</code>, <code>JointChain</code>.</li>
<li>Causalisation (F. E. Cellier, lecture): <code>CausalizedCircuit</code>.</li>
</ul></html>"));
end Papers;
