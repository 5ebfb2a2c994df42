within Formola.Process;
model StirredTankReactor "Continuous stirred tank with an exothermic reaction A to B"
  parameter Units.Volume V = 0.1 "Volume";
  parameter Units.VolumeFlowRate q = 0.1/60 "Volume flow rate";
  parameter Units.Density rho = 1000 "Density";
  parameter Units.SpecificHeatCapacity cp = 239 "Specific heat capacity";
  parameter Units.MolarEnthalpy dH = -5e4 "Enthalpy of the reaction, negative when exothermic";
  parameter Units.Rate k0 = 7.2e10/60 "Rate constant at infinite temperature";
  parameter Units.Temperature TA = 8750 "Activation temperature E/R";
  parameter Units.ThermalConductance UA = 5e4/60 "Heat transfer to the jacket";
  parameter Units.Concentration cf = 1000 "Concentration of A in the feed";
  parameter Units.Temperature Tf = 350 "Temperature of the feed";
  Units.Concentration c(start=500, nominal=1000) "Concentration of A";
  Units.Temperature T(start=350) "Temperature";
  Units.ReactionRate r "Rate of the reaction";
  Formola.Interfaces.HeatPort_a jacket "Jacket"
    annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
equation
  r = k0*exp(-TA/T)*c;
  V*der(c) = q*(cf - c) - V*r;
  rho*cp*V*der(T) = q*rho*cp*(Tf - T) - dH*V*r + jacket.Q_flow;
  jacket.Q_flow = UA*(jacket.T - T);
  annotation (Icon(graphics={
      Line(points={{-60,80},{-60,-70},{60,-70},{60,80}}, color={0,90,130}),
      Rectangle(extent={{-60,40},{60,-70}}, lineColor={0,90,130}, fillColor={225,200,235},
        fillPattern=FillPattern.Solid),
      Line(points={{0,90},{0,-40},{-20,-40},{20,-40}}, color={64,64,64}),
      Text(extent={{-150,140},{150,100}}, textString="%name", textColor={0,0,255})}),
    Documentation(info="<html>
<p>Balances of substance A and of energy with an Arrhenius rate. The parameters are those of the
textbook
example in D. E. Seborg, T. F. Edgar, D. A. Mellichamp, Process Dynamics and Control (SI units
here).</p></html>"));
end StirredTankReactor;
