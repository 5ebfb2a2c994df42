within Formola.Electrical;
model DCMotor "Direct-current motor with constant excitation"
  parameter Units.Resistance R = 0.5 "Armature resistance";
  parameter Units.Inductance L = 0.05 "Armature inductance";
  parameter Units.TorqueConstant k = 1 "Torque constant";
  parameter Units.Inertia J = 0.001 "Inertia of the rotor";
  Interfaces.PositivePin p "Positive pin"
    annotation (Placement(transformation(extent={{-110,50},{-90,70}})));
  Interfaces.NegativePin n "Negative pin"
    annotation (Placement(transformation(extent={{-110,-70},{-90,-50}})));
  Interfaces.RotationalFlange_b flange "Shaft"
    annotation (Placement(transformation(extent={{90,-10},{110,10}})));
  Resistor resistor(R=R) annotation (Placement(transformation(extent={{-80,50},{-60,70}})));
  Inductor inductor(L=L) annotation (Placement(transformation(extent={{-40,50},{-20,70}})));
  EMF emf(k=k) annotation (Placement(transformation(extent={{-10,-10},{10,10}})));
  Rotational.Inertia rotor(J=J) annotation (Placement(transformation(extent={{40,-10},{60,10}})));
equation
  connect(p, resistor.p) annotation (Line(points={{-100,60},{-80,60}}, color={0,0,255}));
  connect(resistor.n, inductor.p) annotation (Line(points={{-60,60},{-40,60}}, color={0,0,255}));
  connect(inductor.n, emf.p) annotation (Line(points={{-20,60},{0,60},{0,10}}, color={0,0,255}));
  connect(emf.n, n) annotation (Line(points={{0,-10},{0,-60},{-100,-60}}, color={0,0,255}));
  connect(emf.flange, rotor.flange_a) annotation (Line(points={{10,0},{40,0}}));
  connect(rotor.flange_b, flange) annotation (Line(points={{60,0},{100,0}}));
  annotation (Icon(graphics={
      Rectangle(extent={{-70,60},{70,-60}}, lineColor={64,64,64}, fillColor={200,215,235},
        fillPattern=FillPattern.Solid, radius=10),
      Rectangle(extent={{70,10},{90,-10}}, fillColor={160,160,160}, fillPattern=FillPattern.Solid),
      Line(points={{-90,60},{-70,50}}, color={0,0,255}),
      Line(points={{-90,-60},{-70,-50}}, color={0,0,255}),
      Text(extent={{-60,30},{60,-30}}, textString="M"),
      Text(extent={{-150,110},{150,70}}, textString="%name", textColor={0,0,255})}),
    Documentation(info="<html><p><code>L*der(i) = v - R*i - k*w</code>, <code>J*der(w) = k*i +
flange.tau</code>.</p></html>"));
end DCMotor;
