within Formola.BondGraphs;
model J0 "Junction of one effort"
  parameter Integer na(min=0) = 1 "Number of bonds that point to the junction"
    annotation (Evaluate=true);
  parameter Integer nb(min=0) = 1 "Number of bonds that point away" annotation (Evaluate=true);
  Interfaces.Port a[na] "Bonds that point to the junction"
    annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
  Interfaces.Port b[nb] "Bonds that point away"
    annotation (Placement(transformation(extent={{90,-10},{110,10}})));
  Real e "The effort";
equation
  a.e = fill(e, na);
  b.e = fill(e, nb);
  sum(a.f) + sum(b.f) = 0;
  annotation (Icon(graphics={
      Text(extent={{-80,70},{80,-70}}, textString="0", textColor={0,110,110}),
      Text(extent={{-150,130},{150,90}}, textString="%name", textColor={0,0,255})}),
    Documentation(info="<html><p>All bonds have the same effort and their flows add up to zero: an electrical node, a
parallel connection.</p></html>"));
end J0;
