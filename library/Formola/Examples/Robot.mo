within Formola.Examples;
package Robot "Six-axis robot Manutec r3 with drives and controllers"
  extends Icons.Package;

  model Mechanics "Open chain of six revolute joints with a load"
    parameter Units.Angle q_start[6] = {0, 0, 0, 0, 0, 0} "Joint angles at the start";
    inner Formola.MultiBody.World world(g=9.81, n={0, -1, 0})
      annotation (Placement(transformation(extent={{-90,40},{-70,60}})));
    Formola.MultiBody.Parts.Bar base(r={0, 0.351, 0})
      annotation (Placement(transformation(extent={{-50,40},{-30,60}})));
    Formola.MultiBody.Joints.Revolute j1(n={0, 1, 0}, useAxisFlange=true,
      phi(start=q_start[1], fixed=true), w(start=0, fixed=true))
      annotation (Placement(transformation(extent={{-10,40},{10,60}})));
    Formola.MultiBody.Joints.Revolute j2(n={1, 0, 0}, useAxisFlange=true,
      phi(start=q_start[2], fixed=true), w(start=0, fixed=true))
      annotation (Placement(transformation(extent={{70,40},{90,60}})));
    Formola.MultiBody.Joints.Revolute j3(n={1, 0, 0}, useAxisFlange=true,
      phi(start=q_start[3], fixed=true), w(start=0, fixed=true))
      annotation (Placement(transformation(extent={{150,40},{170,60}})));
    Formola.MultiBody.Joints.Revolute j4(n={0, 1, 0}, useAxisFlange=true,
      phi(start=q_start[4], fixed=true), w(start=0, fixed=true))
      annotation (Placement(transformation(extent={{-30,-70},{-10,-50}})));
    Formola.MultiBody.Joints.Revolute j5(n={1, 0, 0}, useAxisFlange=true,
      phi(start=q_start[5], fixed=true), w(start=0, fixed=true))
      annotation (Placement(transformation(extent={{50,-70},{70,-50}})));
    Formola.MultiBody.Joints.Revolute j6(n={0, 1, 0}, useAxisFlange=true,
      phi(start=q_start[6], fixed=true), w(start=0, fixed=true))
      annotation (Placement(transformation(extent={{130,-70},{150,-50}})));
    Formola.MultiBody.Parts.BodyBar b1(r={0, 0.324, 0.3}, r_CM={0, 0, 0}, m=1, I_11=0.001,
      I_22=1.16, I_33=0.001)
      annotation (Placement(transformation(extent={{30,40},{50,60}})));
    Formola.MultiBody.Parts.BodyBar b2(r={0, 0.65, 0}, r_CM={0.172, 0.205, 0}, m=56.5, I_11=2.58,
      I_22=0.64, I_33=2.73, I_21=-0.46)
      annotation (Placement(transformation(extent={{110,40},{130,60}})));
    Formola.MultiBody.Parts.BodyBar b3(r={0, 0.414, -0.155}, r_CM={0.064, -0.034, 0}, m=26.4,
      I_11=0.279, I_22=0.245, I_33=0.413, I_21=-0.07)
      annotation (Placement(transformation(extent={{190,40},{210,60}})));
    Formola.MultiBody.Parts.BodyBar b4(r={0, 0.186, 0}, r_CM={0, 0, 0}, m=28.7, I_11=1.67,
      I_22=0.081, I_33=1.67) annotation (Placement(transformation(extent={{10,-70},{30,-50}})));
    Formola.MultiBody.Parts.BodyBar b5(r={0, 0.125, 0}, r_CM={0, 0, 0}, m=5.2, I_11=1.25, I_22=0.81,
      I_33=1.53)
      annotation (Placement(transformation(extent={{90,-70},{110,-50}})));
    Formola.MultiBody.Parts.Body b6(r_CM={0.05, 0.05, 0.05}, m=0.5, I_11=0.001, I_22=0.001,
      I_33=0.001)
      annotation (Placement(transformation(extent={{190,-50},{210,-30}})));
    Formola.MultiBody.Parts.Body load(r_CM={0.1, 0.25, 0.1}, m=15, I_11=0.001, I_22=0.001,
      I_33=0.001)
      annotation (Placement(transformation(extent={{190,-90},{210,-70}})));
    Formola.Interfaces.RotationalFlange_a axis[6] "Joint axes"
      annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
  equation
    connect(world.frame_b, base.frame_a)
      annotation (Line(points={{-70,50},{-50,50}}, color={95,95,95}, thickness=0.5));
    connect(base.frame_b, j1.frame_a)
      annotation (Line(points={{-30,50},{-10,50}}, color={95,95,95}, thickness=0.5));
    connect(j1.frame_b, b1.frame_a)
      annotation (Line(points={{10,50},{30,50}}, color={95,95,95}, thickness=0.5));
    connect(b1.frame_b, j2.frame_a)
      annotation (Line(points={{50,50},{70,50}}, color={95,95,95}, thickness=0.5));
    connect(j2.frame_b, b2.frame_a)
      annotation (Line(points={{90,50},{110,50}}, color={95,95,95}, thickness=0.5));
    connect(b2.frame_b, j3.frame_a)
      annotation (Line(points={{130,50},{150,50}}, color={95,95,95}, thickness=0.5));
    connect(j3.frame_b, b3.frame_a)
      annotation (Line(points={{170,50},{190,50}}, color={95,95,95}, thickness=0.5));
    connect(b3.frame_b, j4.frame_a)
      annotation (Line(points={{210,50},{226,50},{226,14},{-46,14},{-46,-60},{-30,-60}},
        color={95,95,95}, thickness=0.5));
    connect(j4.frame_b, b4.frame_a)
      annotation (Line(points={{-10,-60},{10,-60}}, color={95,95,95}, thickness=0.5));
    connect(b4.frame_b, j5.frame_a)
      annotation (Line(points={{30,-60},{50,-60}}, color={95,95,95}, thickness=0.5));
    connect(j5.frame_b, b5.frame_a)
      annotation (Line(points={{70,-60},{90,-60}}, color={95,95,95}, thickness=0.5));
    connect(b5.frame_b, j6.frame_a)
      annotation (Line(points={{110,-60},{130,-60}}, color={95,95,95}, thickness=0.5));
    connect(j6.frame_b, b6.frame_a)
      annotation (Line(points={{150,-60},{170,-60},{170,-40},{190,-40}},
        color={95,95,95}, thickness=0.5));
    connect(j6.frame_b, load.frame_a)
      annotation (Line(points={{150,-60},{170,-60},{170,-80},{190,-80}},
        color={95,95,95}, thickness=0.5));
    connect(axis[1], j1.axis)
      annotation (Line(points={{-100,0},{-110,0},{-110,84},{0,84},{0,60}}, color={95,95,95}));
    connect(axis[2], j2.axis)
      annotation (Line(points={{-100,0},{-110,0},{-110,84},{80,84},{80,60}}, color={95,95,95}));
    connect(axis[3], j3.axis)
      annotation (Line(points={{-100,0},{-110,0},{-110,84},{160,84},{160,60}}, color={95,95,95}));
    connect(axis[4], j4.axis)
      annotation (Line(points={{-100,0},{-70,0},{-70,-30},{-20,-30},{-20,-50}}, color={95,95,95}));
    connect(axis[5], j5.axis)
      annotation (Line(points={{-100,0},{-70,0},{-70,-30},{60,-30},{60,-50}}, color={95,95,95}));
    connect(axis[6], j6.axis)
      annotation (Line(points={{-100,0},{-70,0},{-70,-30},{140,-30},{140,-50}}, color={95,95,95}));
    annotation (Diagram(coordinateSystem(extent={{-120,-100},{240,100}})),
      Icon(graphics={
      Line(points={{-60,-80},{-60,-20},{-10,50},{60,30}}, thickness=2),
      Ellipse(extent={{-68,-12},{-52,-28}}, fillColor={64,64,64}, fillPattern=FillPattern.Solid),
      Ellipse(extent={{-18,58},{-2,42}}, fillColor={64,64,64}, fillPattern=FillPattern.Solid),
      Text(extent={{-150,120},{150,80}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p>At zero angles all frames are parallel to the world frame. Data
of the measured robot: S. Tuerk (1990),
J. Franke and M. Otter (1993), M. Otter (1995).</p></html>"));
  end Mechanics;

  model StuckFriction "Bearing friction without torque at the start"
    extends Formola.Rotational.BearingFriction;
  initial equation
    tau = 0;
    annotation (Documentation(info="<html><p>At the start the friction carries no torque: the motors
hold the arm.</p></html>"));
  end StuckFriction;

  model Rest "Shaft without acceleration at the start"
    Formola.Interfaces.RotationalFlange_a flange "Shaft"
      annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    Units.AngularVelocity w "Speed";
    Units.AngularAcceleration a "Acceleration";
  initial equation
    a = 0;
  equation
    flange.tau = 0;
    w = der(flange.phi);
    a = der(w);
    annotation (Icon(graphics={
      Line(points={{-90,0},{0,0}}),
      Text(extent={{0,40},{90,-40}}, textString="a=0"),
      Text(extent={{-150,110},{150,70}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p>In place of friction it gives the initial condition
that
the shaft does not accelerate.</p></html>"));
  end Rest;

  model Motor "Motor with its current controller as a circuit"
    parameter Units.TorqueConstant k "Torque constant";
    parameter Units.Inertia J "Inertia of the rotor";
    parameter Units.AngularVelocity w "Natural frequency of the current loop";
    parameter Real D "Damping of the current loop";
    Formola.Electrical.Sources.SignalVoltage reference "1 V for 1 A"
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-140,-80})));
    Formola.Electrical.Sources.SignalVoltage measured "1 V for 1 A"
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-100,-80})));
    Formola.Electrical.Resistor rd1(R=100)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=90,
        origin={-140,-40})));
    Formola.Electrical.Resistor rd2(R=100)
      annotation (Placement(transformation(extent={{-70,30},{-50,50}})));
    Formola.Electrical.Resistor rd3(R=100)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=90,
        origin={-100,-40})));
    Formola.Electrical.Resistor rd4(R=100)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-60,-40})));
    Formola.Electrical.IdealOpAmp difference
      annotation (Placement(transformation(extent={{-70,-10},{-50,10}})));
    Formola.Electrical.Resistor ri(R=10)
      annotation (Placement(transformation(extent={{-30,-10},{-10,10}})));
    Formola.Electrical.Capacitor c(C=0.004*D/w)
      annotation (Placement(transformation(extent={{10,-10},{30,10}})));
    Formola.Electrical.IdealOpAmp integrator
      annotation (Placement(transformation(extent={{10,-50},{30,-30}})));
    Formola.Electrical.Resistor rp1(R=200)
      annotation (Placement(transformation(extent={{70,-90},{50,-70}})));
    Formola.Electrical.Resistor rp2(R=50)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={20,-80})));
    Formola.Electrical.IdealOpAmp power
      annotation (Placement(transformation(extent={{50,-50},{70,-30}})));
    Formola.Electrical.Sensors.CurrentSensor ammeter
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-60,-80})));
    Formola.Electrical.Resistor Ra(R=250)
      annotation (Placement(transformation(extent={{70,-10},{50,10}})));
    Formola.Electrical.Inductor La(L=250/(2*D*w))
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=90,
        origin={20,40})));
    Formola.Electrical.EMF emf(k=k)
      annotation (Placement(transformation(extent={{-30,30},{-10,50}})));
    Formola.Electrical.Ground ground
      annotation (Placement(transformation(extent={{-70,-130},{-50,-110}})));
    Formola.Rotational.Inertia rotor(J=J)
      annotation (Placement(transformation(extent={{50,30},{70,50}})));
    Formola.Interfaces.RealInput i_ref(unit="A") "Reference current"
      annotation (Placement(transformation(extent={{-200,-20},{-160,20}}),
        iconTransformation(extent={{-140,-20},{-100,20}})));
    Formola.Interfaces.RotationalFlange_b flange "Shaft"
      annotation (Placement(transformation(extent={{90,-10},{110,10}})));
  protected
    constant Real voltPerAmpere(unit="V/A") = 1 "Of the signals";
  initial equation
    der(c.v) = 0;
    der(La.i) = 0;
  equation
    // Currents are shown by voltages.
    reference.u = i_ref*voltPerAmpere;
    measured.u = ammeter.i*voltPerAmpere;
    connect(reference.n, ground.p)
      annotation (Line(points={{-140,-90},{-140,-96},{-60,-96},{-60,-110}}, color={0,0,255}));
    connect(measured.n, ground.p)
      annotation (Line(points={{-100,-90},{-100,-96},{-60,-96},{-60,-110}}, color={0,0,255}));
    // Difference amplifier: measured minus reference
    connect(reference.p, rd1.p) annotation (Line(points={{-140,-70},{-140,-50}}, color={0,0,255}));
    connect(rd1.n, difference.in_n)
      annotation (Line(points={{-140,-30},{-140,6},{-70,6}}, color={0,0,255}));
    connect(rd2.p, difference.in_n)
      annotation (Line(points={{-70,40},{-76,40},{-76,6},{-70,6}}, color={0,0,255}));
    connect(rd2.n, difference.out)
      annotation (Line(points={{-50,40},{-44,40},{-44,0},{-50,0}}, color={0,0,255}));
    connect(measured.p, rd3.p) annotation (Line(points={{-100,-70},{-100,-50}}, color={0,0,255}));
    connect(rd3.n, difference.in_p)
      annotation (Line(points={{-100,-30},{-100,-6},{-70,-6}}, color={0,0,255}));
    connect(rd4.p, difference.in_p)
      annotation (Line(points={{-60,-30},{-60,-16},{-76,-16},{-76,-6},{-70,-6}}, color={0,0,255}));
    connect(rd4.n, ground.p)
      annotation (Line(points={{-60,-50},{-60,-56},{-44,-56},{-44,-96},{-60,-96},{-60,-110}},
        color={0,0,255}));
    // Inverting integrator
    connect(difference.out, ri.p) annotation (Line(points={{-50,0},{-30,0}}, color={0,0,255}));
    connect(ri.n, integrator.in_n)
      annotation (Line(points={{-10,0},{4,0},{4,-34},{10,-34}}, color={0,0,255}));
    connect(c.p, integrator.in_n)
      annotation (Line(points={{10,0},{4,0},{4,-34},{10,-34}}, color={0,0,255}));
    connect(c.n, integrator.out)
      annotation (Line(points={{30,0},{36,0},{36,-40},{30,-40}}, color={0,0,255}));
    connect(integrator.in_p, ground.p)
      annotation (Line(points={{10,-46},{4,-46},{4,-96},{-60,-96},{-60,-110}}, color={0,0,255}));
    // Power stage with the gain 1 + 200/50
    connect(integrator.out, power.in_p)
      annotation (Line(points={{30,-40},{44,-40},{44,-46},{50,-46}}, color={0,0,255}));
    connect(rp1.p, power.out)
      annotation (Line(points={{70,-80},{76,-80},{76,-40},{70,-40}}, color={0,0,255}));
    connect(rp1.n, power.in_n)
      annotation (Line(points={{50,-80},{40,-80},{40,-34},{50,-34}}, color={0,0,255}));
    connect(rp2.p, power.in_n)
      annotation (Line(points={{20,-70},{20,-64},{40,-64},{40,-34},{50,-34}}, color={0,0,255}));
    connect(rp2.n, ground.p)
      annotation (Line(points={{20,-90},{20,-96},{-60,-96},{-60,-110}}, color={0,0,255}));
    // Armature
    connect(power.out, Ra.p)
      annotation (Line(points={{70,-40},{76,-40},{76,0},{70,0}}, color={0,0,255}));
    connect(Ra.n, La.p)
      annotation (Line(points={{50,0},{40,0},{40,24},{20,24},{20,30}}, color={0,0,255}));
    connect(La.n, emf.p)
      annotation (Line(points={{20,50},{20,56},{-20,56},{-20,50}}, color={0,0,255}));
    connect(emf.n, ammeter.p)
      annotation (Line(points={{-20,30},{-20,16},{-40,16},{-40,-64},{-60,-64},{-60,-70}},
        color={0,0,255}));
    connect(ammeter.n, ground.p) annotation (Line(points={{-60,-90},{-60,-110}}, color={0,0,255}));
    connect(emf.flange, rotor.flange_a)
      annotation (Line(points={{-10,40},{4,40},{4,60},{44,60},{44,40},{50,40}}, color={95,95,95}));
    connect(rotor.flange_b, flange)
      annotation (Line(points={{70,40},{84,40},{84,0},{100,0}}, color={95,95,95}));
    annotation (Diagram(coordinateSystem(extent={{-200,-140},{120,80}})),
      Icon(graphics={
      Rectangle(extent={{-80,60},{80,-60}}, lineColor={64,64,64}, fillColor={200,215,235},
        fillPattern=FillPattern.Solid),
      Text(extent={{-60,30},{60,-30}}, textString="M"),
      Text(extent={{-150,110},{150,70}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p>By hand it reduces to <code>La*der(i) + Ra*i + k*w_motor =
125*w/D*integral(i_ref - i)</code>.</p></html>"));
  end Motor;

  model ElasticGear "Gear of the axes 1 to 3: friction on the motor side, elastic"
    parameter Boolean friction = true "false: without friction" annotation (Evaluate=true);
    parameter Real ratio "Motor angle divided by joint angle";
    parameter Units.RotationalStiffness c "Stiffness of the spring";
    parameter Units.RotationalDamping d "Damping";
    parameter Units.Torque Rv0 "Coulomb torque";
    parameter Units.RotationalDamping Rv1 "Viscous friction";
    parameter Real peak "Ratio of stiction to Coulomb torque";
    StuckFriction bearing(tau_c=Rv0, d_v=Rv1, peak=peak) if friction
      annotation (Placement(transformation(extent={{-70,-10},{-50,10}})));
    Rest rest if not friction annotation (Placement(transformation(extent={{-70,30},{-50,50}})));
    Formola.Rotational.SpringDamper spring(c=c, d=d, w_rel(start=0, fixed=true))
      annotation (Placement(transformation(extent={{-30,-10},{-10,10}})));
    Formola.Rotational.IdealGear gear(ratio=ratio)
      annotation (Placement(transformation(extent={{10,-10},{30,10}})));
    Formola.Interfaces.RotationalFlange_a flange_a "Motor"
      annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    Formola.Interfaces.RotationalFlange_b flange_b "Joint"
      annotation (Placement(transformation(extent={{90,-10},{110,10}})));
  initial equation
    der(spring.w_rel) = 0;
  equation
    connect(flange_a, bearing.flange_a)
      annotation (Line(points={{-100,0},{-70,0}}, color={95,95,95}));
    connect(flange_a, rest.flange)
      annotation (Line(points={{-100,0},{-76,0},{-76,40},{-70,40}}, color={95,95,95}));
    connect(flange_a, spring.flange_a)
      annotation (Line(points={{-100,0},{-76,0},{-76,16},{-36,16},{-36,0},{-30,0}},
        color={95,95,95}));
    connect(spring.flange_b, gear.flange_a)
      annotation (Line(points={{-10,0},{10,0}}, color={95,95,95}));
    connect(gear.flange_b, flange_b) annotation (Line(points={{30,0},{100,0}}, color={95,95,95}));
    annotation (Icon(graphics={
      Line(points={{-90,0},{-70,0},{-60,20},{-40,-20},{-30,0},{90,0}}),
      Rectangle(extent={{-10,60},{10,-60}}, lineColor={64,64,64}, fillColor={200,215,235},
        fillPattern=FillPattern.Solid),
      Text(extent={{-150,110},{150,70}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p>Two states: twist of the spring and its
rate.</p></html>"));
  end ElasticGear;

  model StiffGear "Gear of the axes 4 to 6: friction on the joint side, rigid"
    parameter Boolean friction = true "false: without friction" annotation (Evaluate=true);
    parameter Real ratio "Motor angle divided by joint angle";
    parameter Units.Torque Rv0 "Coulomb torque";
    parameter Units.RotationalDamping Rv1 "Viscous friction";
    parameter Real peak "Ratio of stiction to Coulomb torque";
    Formola.Rotational.IdealGear gear(ratio=ratio)
      annotation (Placement(transformation(extent={{-30,-10},{-10,10}})));
    StuckFriction bearing(tau_c=Rv0, d_v=Rv1, peak=peak) if friction
      annotation (Placement(transformation(extent={{70,-10},{50,10}})));
    Rest rest if not friction annotation (Placement(transformation(extent={{70,30},{50,50}})));
    Formola.Interfaces.RotationalFlange_a flange_a "Motor"
      annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    Formola.Interfaces.RotationalFlange_b flange_b "Joint"
      annotation (Placement(transformation(extent={{90,-10},{110,10}})));
  equation
    connect(flange_a, gear.flange_a) annotation (Line(points={{-100,0},{-30,0}}, color={95,95,95}));
    connect(gear.flange_b, flange_b)
      annotation (Line(points={{-10,0},{44,0},{44,16},{76,16},{76,0},{100,0}}, color={95,95,95}));
    connect(flange_b, bearing.flange_a)
      annotation (Line(points={{100,0},{70,0}}, color={95,95,95}));
    connect(flange_b, rest.flange)
      annotation (Line(points={{100,0},{76,0},{76,40},{70,40}}, color={95,95,95}));
    annotation (Icon(graphics={
      Line(points={{-90,0},{90,0}}),
      Rectangle(extent={{-10,60},{10,-60}}, lineColor={64,64,64}, fillColor={200,215,235},
        fillPattern=FillPattern.Solid),
      Text(extent={{-150,110},{150,70}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p>No states of its own.</p></html>"));
  end StiffGear;

  block Controller "Position and speed controller of one axis, motor side"
    extends Icons.Block;
    parameter Real ratio "Motor angle divided by joint angle";
    parameter Real kp = 5 "Gain of the position loop";
    parameter Real ks = 0.5 "Gain of the speed loop";
    parameter Units.Time Ts = 0.05 "Integration time of the speed loop";
    Real x "Integral part";
    Real u "Speed error";
    Formola.Interfaces.RealInput q_ref "Reference of the joint angle"
      annotation (Placement(transformation(extent={{-140,60},{-100,100}})));
    Formola.Interfaces.RealInput w_ref "Reference of the joint speed"
      annotation (Placement(transformation(extent={{-140,10},{-100,50}})));
    Formola.Interfaces.RealInput phi "Motor angle"
      annotation (Placement(transformation(extent={{-140,-50},{-100,-10}})));
    Formola.Interfaces.RealInput w "Motor speed"
      annotation (Placement(transformation(extent={{-140,-100},{-100,-60}})));
    Formola.Interfaces.RealOutput i_ref "Reference of the motor current"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  equation
    u = ratio*w_ref + kp*(ratio*q_ref - phi) - w;
    Ts*der(x) = u;
    i_ref = ks*(x + u);
    annotation (Icon(graphics={
      Line(points={{-70,-60},{-70,0},{-60,0},{70,60}}, color={0,0,127}),
      Text(extent={{0,0},{90,-60}}, textString="PI")}),
      Documentation(info="<html><p><code>u = ratio*w_ref + kp*(ratio*q_ref - phi) -
w</code>, <code>i_ref = ks*(x + u)</code>,
<code>der(x) = u/Ts</code>. The start value of <code>x</code> follows from the state of
rest.</p></html>"));
  end Controller;

  block Path "Synchronous motion from point to point"
    extends Icons.Block;
    parameter Units.Angle q0[6] "Joint angles at the start";
    parameter Units.Angle q1[6] "Joint angles at the end";
    parameter Units.AngularVelocity w_max[6] "Largest speeds";
    parameter Units.AngularAcceleration a_max[6] "Largest accelerations";
    final parameter Units.Angle dq[6] = q1 - q0 "Ways";
    final parameter Units.Time T1 = max(abs(dq[i])/w_max[i] for i in 1:6)
      "Inverse of the largest path speed";
    final parameter Real T2(unit="s2") = max(abs(dq[i])/a_max[i] for i in 1:6)
      "Inverse of the largest path acceleration";
    final parameter Units.Time Ta = T2/T1 "End of the acceleration";
    final parameter Units.Time Te = T1 + Ta "End of the motion";
    Real s "Path parameter, 0 .. 1";
    Real sd "Path speed";
    Formola.Interfaces.RealOutput q[6] "Reference angles"
      annotation (Placement(transformation(extent={{100,40},{120,60}})));
    Formola.Interfaces.RealOutput w[6] "Reference speeds"
      annotation (Placement(transformation(extent={{100,-60},{120,-40}})));
  equation
    s = if time < Ta then time^2/(2*T2) else if time < T1 then (time - Ta/2)/T1 else
      if time < Te then 1 - (Te - time)^2/(2*T2) else 1;
    sd = if time < Ta then time/T2 else if time < T1 then 1/T1 else
      if time < Te then (Te - time)/T2 else 0;
    q = q0 + dq*s;
    w = dq*sd;
    annotation (Icon(graphics={
      Line(points={{-80,-60},{80,-60}}, color={192,192,192}),
      Line(points={{-80,-60},{-40,50},{40,50},{80,-60}}, color={0,0,127})}),
      Documentation(info="<html><p>All axes follow one path parameter with a trapezoidal
speed; the slowest axis limits speed and acceleration. For
the path of the robot: <code>T1</code> = 1.238621 s, <code>Ta</code> = 0.117424 s, <code>Te</code> =
1.356045 s.</p></html>"));
  end Path;

  partial model Base "Robot without the signals between motors and controllers"
    parameter Boolean friction = true "false: without friction" annotation (Evaluate=true);
    parameter Real ratio[6] = {-105, 210, 60, -99, 79.2, -99} "Ratios of the gears";
    final parameter Real rad = Constants.pi/180 "One degree";
    Path path(q0=rad*{-60, 20, 90, 0, -110, 0}, q1=rad*{60, -70, -35, 45, 110, 45},
      w_max={3, 1.5, 5, 3.1, 3.1, 4.1}, a_max={15, 15, 15, 60, 60, 60})
      annotation (Placement(transformation(extent={{-160,-10},{-140,10}})));
    Mechanics mechanics(q_start=rad*{-60, 20, 90, 0, -110, 0})
      annotation (Placement(transformation(extent={{90,-10},{110,10}})));
    Motor motor[6](k={1.1616, 1.1616, 1.1616, 0.2365, 0.2608, 0.0842},
      J={1.3e-3, 1.3e-3, 1.3e-3, 1.6e-4, 1.8e-4, 4.3e-5},
      w={4590, 5500, 5500, 6250, 6250, 7400}, D={0.6, 0.6, 0.6, 0.55, 0.55, 0.27})
      annotation (Placement(transformation(extent={{-20,-10},{0,10}})));
    ElasticGear elastic[3](each friction=friction, ratio=ratio[1:3], c={43, 8, 58},
      d={0.005, 0.01, 0.04}, Rv0={0.4, 0.5, 0.7},
      Rv1={0.13/160, 0.1/130, 0.2/130}, peak={1, 1, 1})
      annotation (Placement(transformation(extent={{40,10},{60,30}})));
    StiffGear stiff[3](each friction=friction, ratio=ratio[4:6], Rv0={21.8, 30.1, 10.9},
      Rv1={9.8, 0.03, 3.92},
      peak={26.7/21.8, 39.6/30.1, 16.8/10.9})
      annotation (Placement(transformation(extent={{40,-30},{60,-10}})));
    Controller controller[6](ratio=ratio)
      annotation (Placement(transformation(extent={{-60,-10},{-40,10}})));
    Formola.Rotational.Sensors.AngleSensor angle[6] "Motor angles"
      annotation (Placement(transformation(extent={{-10,-80},{-30,-60}})));
    Formola.Rotational.Sensors.SpeedSensor speed[6] "Motor speeds"
      annotation (Placement(transformation(extent={{-10,-50},{-30,-30}})));
  equation
    for i in 1:3 loop
      connect(motor[i].flange, elastic[i].flange_a)
        annotation (Line(points={{0,0},{20,0},{20,20},{40,20}}, color={95,95,95}));
      connect(elastic[i].flange_b, mechanics.axis[i])
        annotation (Line(points={{60,20},{76,20},{76,0},{90,0}}, color={95,95,95}));
      connect(motor[i + 3].flange, stiff[i].flange_a)
        annotation (Line(points={{0,0},{20,0},{20,-20},{40,-20}}, color={95,95,95}));
      connect(stiff[i].flange_b, mechanics.axis[i + 3])
        annotation (Line(points={{60,-20},{76,-20},{76,0},{90,0}}, color={95,95,95}));
    end for;
    for i in 1:6 loop
      connect(motor[i].flange, angle[i].flange)
        annotation (Line(points={{0,0},{10,0},{10,-70},{-10,-70}}, color={95,95,95}));
      connect(motor[i].flange, speed[i].flange)
        annotation (Line(points={{0,0},{10,0},{10,-40},{-10,-40}}, color={95,95,95}));
      connect(angle[i].phi, controller[i].phi)
        annotation (Line(points={{-31,-70},{-90,-70},{-90,-3},{-62,-3}}, color={0,0,127}));
      connect(path.q[i], controller[i].q_ref)
        annotation (Line(points={{-139,5},{-130,5},{-130,8},{-62,8}}, color={0,0,127}));
      connect(controller[i].i_ref, motor[i].i_ref)
        annotation (Line(points={{-39,0},{-22,0}}, color={0,0,127}));
    end for;
    annotation (Diagram(coordinateSystem(extent={{-180,-100},{120,60}})),
      Documentation(info="<html><p>Arm, gears, motors, controllers and path; models that
extend it connect the speed signals.</p></html>"));
  end Base;

  model R3Robot36 "Robot with 36 states"
    extends Icons.Example;
    extends Base;
  equation
    for i in 1:6 loop
      connect(path.w[i], controller[i].w_ref)
        annotation (Line(points={{-139,-5},{-104,-5},{-104,3},{-62,3}}, color={0,0,127}));
      connect(speed[i].w, controller[i].w)
        annotation (Line(points={{-31,-40},{-70,-40},{-70,-8},{-62,-8}}, color={0,0,127}));
    end for;
    annotation (experiment(StopTime=2, Tolerance=1e-6),
      Documentation(info="<html><p>12 mechanical states, 3 elastic gears with 2 states each, and for
each axis 2 of the motor and 1 of the controller.</p>
<p>At the start, with friction stuck and free of torque, the motor currents are 0, -1.8880913,
-3.6788348, -0.6004244, -0.7242793 and 0 A and
the twists of the springs 2 and 3 are 0.2741509 and 0.0736782 rad.</p></html>"));
  end R3Robot36;

  model R3Robot66 "Robot with 66 states: with tacho filters and filtered reference speeds"
    extends Icons.Example;
    extends Base;
    Formola.Blocks.Continuous.FirstOrder tacho1[6](each T=0.0005) "Tacho filter, first part"
      annotation (Placement(transformation(extent={{-40,-50},{-60,-30}})));
    Formola.Blocks.Continuous.SecondOrder tacho2[6](each w=1200, each D=0.7)
      "Tacho filter, second part"
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=90,
        origin={-70,-24})));
    Formola.Blocks.Continuous.SecondOrder reference[6](each w=200, each D=1)
      "Filter of the reference speed"
      annotation (Placement(transformation(extent={{-120,-20},{-100,0}})));
  equation
    for i in 1:6 loop
      connect(path.w[i], reference[i].u)
        annotation (Line(points={{-139,-5},{-130,-5},{-130,-10},{-122,-10}}, color={0,0,127}));
      connect(reference[i].y, controller[i].w_ref)
        annotation (Line(points={{-99,-10},{-94,-10},{-94,3},{-62,3}}, color={0,0,127}));
      connect(speed[i].w, tacho1[i].u)
        annotation (Line(points={{-31,-40},{-38,-40}}, color={0,0,127}));
      connect(tacho1[i].y, tacho2[i].u)
        annotation (Line(points={{-61,-40},{-70,-40},{-70,-36}}, color={0,0,127}));
      connect(tacho2[i].y, controller[i].w)
        annotation (Line(points={{-70,-13},{-70,-8},{-62,-8}}, color={0,0,127}));
    end for;
    annotation (experiment(StopTime=2, Tolerance=1e-6),
      Documentation(info="<html><p>12 mechanical states, 3 elastic gears with 2 states each, and for
each axis 2 of the motor, 3 of the tacho filter and
3 of the controller. Inlined, the Newton iteration has 6 variables instead of 66.</p></html>"));
  end R3Robot66;

  annotation (Documentation(info="<html><p>The robot of the papers on inline integration and
relaxing.</p></html>"));
end Robot;
