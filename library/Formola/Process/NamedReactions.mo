within Formola.Process;
model NamedReactions "Well-mixed batch with mass-action kinetics, species by name"
  replaceable type Species = enumeration(:) "Names of the species";
  parameter Integer nr(min=1) = 1 "Number of reactions";
  parameter Integer educts[nr, Species] "Molecules of each species that a reaction takes"
    annotation (Evaluate=true);
  parameter Integer products[nr, Species] "Molecules of each species that a reaction makes"
    annotation (Evaluate=true);
  parameter Real k[nr] "Rate constants";
  parameter Real c_start[Species] "Concentrations at the start";
  Real c[Species](start=c_start, each fixed=true) "Concentrations";
  Real r[nr] "Rates of the reactions";
equation
  for j in 1:nr loop
    r[j] = k[j]*product(if educts[j, i] == 0 then 1 else c[i]^educts[j, i] for i in Species);
  end for;
  for i in Species loop
    der(c[i]) = sum((products[j, i] - educts[j, i])*r[j] for j in 1:nr);
  end for;
  annotation (Icon(graphics={
      Ellipse(extent={{-80,60},{-30,10}}, lineColor={110,0,130}),
      Text(extent={{-80,60},{-30,10}}, textString="A", textColor={110,0,130}),
      Ellipse(extent={{30,60},{80,10}}, lineColor={110,0,130}),
      Text(extent={{30,60},{80,10}}, textString="B", textColor={110,0,130}),
      Line(points={{-30,35},{30,35}}, color={110,0,130}, arrow={Arrow.None,Arrow.Filled}),
      Text(extent={{-150,110},{150,70}}, textString="%name", textColor={0,0,255})}),
    Documentation(info="<html>
<p>As <code>ReactionNetwork</code>, with the species given by an enumeration: a model that declares
<code>type Substances = enumeration(A, B)</code> uses it by <code>redeclare type Species =
Substances</code> and asks for the concentration of a species by <code>c[Substances.A]</code>. The
columns of <code>educts</code>, <code>products</code> and <code>c_start</code> are in the order of
the enumeration.</p></html>"));
end NamedReactions;
