within Formola.Process;
model ReactionNetwork "Well-mixed batch with mass-action kinetics"
  parameter Integer ns(min=1) = 2 "Number of species";
  parameter Integer nr(min=1) = 1 "Number of reactions";
  parameter Integer educts[nr, ns] "Molecules of each species that a reaction takes"
    annotation (Evaluate=true);
  parameter Integer products[nr, ns] "Molecules of each species that a reaction makes"
    annotation (Evaluate=true);
  parameter Real k[nr] "Rate constants";
  parameter Real c_start[ns] = zeros(ns) "Concentrations at the start";
  Real c[ns](start=c_start, each fixed=true) "Concentrations";
  Real r[nr] "Rates of the reactions";
equation
  for j in 1:nr loop
    r[j] = k[j]*product(if educts[j, i] == 0 then 1 else c[i]^educts[j, i] for i in 1:ns);
  end for;
  for i in 1:ns loop
    der(c[i]) = sum((products[j, i] - educts[j, i])*r[j] for j in 1:nr);
  end for;
  annotation (Icon(graphics={
      Ellipse(extent={{-80,60},{-30,10}}, lineColor={110,0,130}),
      Ellipse(extent={{30,60},{80,10}}, lineColor={110,0,130}),
      Ellipse(extent={{-25,-20},{25,-70}}, lineColor={110,0,130}),
      Line(points={{-30,35},{30,35}}, color={110,0,130}, arrow={Arrow.None,Arrow.Filled}),
      Line(points={{45,12},{18,-25}}, color={110,0,130}, arrow={Arrow.None,Arrow.Filled}),
      Text(extent={{-150,110},{150,70}}, textString="%name", textColor={0,0,255})}),
    Documentation(info="<html>
<p>Reaction <code>j</code> runs with the rate <code>k[j]*product(c[i]^educts[j,i])</code>; the
species change by
<code>products - educts</code>. Species can be named with an enumeration of size <code>ns</code> in
the model
that uses the network.</p></html>"));
end ReactionNetwork;
