within Formola.Process;
model DistillationColumn "Binary distillation with constant molar flows"
  parameter Integer n(min=5) = 41 "Number of stages with reboiler (1) and total condenser (n)";
  parameter Integer nf(min=3) = 21 "Feed stage";
  parameter Real alpha = 1.5 "Relative volatility of the light component";
  parameter Real M(final unit="mol") = 500 "Liquid on each stage";
  parameter Real F(final unit="mol/s") = 1000/60 "Feed, a boiling liquid";
  parameter Real zF = 0.5 "Light component in the feed, mole fraction";
  parameter Real x_start[n] = fill(0.5, n) "Compositions at the start";
  Real x[n](start=x_start, each fixed=true) "Light component in the liquid, mole fractions";
  Real y[n - 1] "Light component in the vapour, mole fractions";
  Real D(final unit="mol/s") "Distillate";
  Real B(final unit="mol/s") "Bottom product";
  Formola.Interfaces.RealInput L(unit="mol/s") "Reflux"
    annotation (Placement(transformation(extent={{-140,40},{-100,80}})));
  Formola.Interfaces.RealInput V(unit="mol/s") "Boil-up"
    annotation (Placement(transformation(extent={{-140,-80},{-100,-40}})));
equation
  D = V - L;
  B = L + F - V;
  for i in 1:n - 1 loop
    y[i]*(1 + (alpha - 1)*x[i]) = alpha*x[i];
  end for;
  M*der(x[1]) = (L + F)*x[2] - V*y[1] - B*x[1];
  for i in 2:nf - 1 loop
    M*der(x[i]) = (L + F)*(x[i + 1] - x[i]) + V*(y[i - 1] - y[i]);
  end for;
  M*der(x[nf]) = L*x[nf + 1] - (L + F)*x[nf] + V*(y[nf - 1] - y[nf]) + F*zF;
  for i in nf + 1:n - 1 loop
    M*der(x[i]) = L*(x[i + 1] - x[i]) + V*(y[i - 1] - y[i]);
  end for;
  M*der(x[n]) = V*y[n - 1] - (L + D)*x[n];
  annotation (Icon(graphics={
      Rectangle(extent={{-40,100},{40,-100}}, lineColor={0,90,130}, fillColor={235,245,250},
        fillPattern=FillPattern.Solid, radius=30),
      Line(points={{-40,50},{40,50}}, color={0,90,130}),
      Line(points={{-40,0},{40,0}}, color={0,90,130}),
      Line(points={{-40,-50},{40,-50}}, color={0,90,130}),
      Text(extent={{-150,145},{150,105}}, textString="%name", textColor={0,0,255})}),
    Documentation(info="<html>
<p>Equilibrium stages with constant relative volatility, constant molar flows and constant holdups.
The
default parameters are those of column A in S. Skogestad, Dynamics and control of distillation
columns
(Trans. IChemE 75, 1997), there with flows per minute.</p></html>"));
end DistillationColumn;
