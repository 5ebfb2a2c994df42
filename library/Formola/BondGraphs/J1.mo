within Formola.BondGraphs;
model J1 "Junction of one flow"
  parameter Integer na(min=0) = 1 "Number of bonds that point to the junction"
    annotation (Evaluate=true);
  parameter Integer nb(min=0) = 1 "Number of bonds that point away" annotation (Evaluate=true);
  Interfaces.Port a[na] "Bonds that point to the junction"
    annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
  Interfaces.Port b[nb] "Bonds that point away"
    annotation (Placement(transformation(extent={{90,-10},{110,10}})));
  Real f "The flow";
equation
  a.f = fill(f, na);
  b.f = fill(-f, nb);
  sum(a.e) = sum(b.e);
  annotation (Icon(graphics={
      Text(extent={{-80,70},{80,-70}}, textString="1", textColor={0,110,110}),
      Text(extent={{-150,130},{150,90}}, textString="%name", textColor={0,0,255})}),
    Documentation(info="<html><p>All bonds have the same flow and their efforts add up to zero: an electrical mesh, a
series connection, a common velocity.</p></html>"));
end J1;
