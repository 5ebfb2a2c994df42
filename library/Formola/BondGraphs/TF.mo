within Formola.BondGraphs;
model TF "Transformer"
  extends Interfaces.TwoPort;
  parameter Real m(start=1) "Ratio, a.e = m*b.e";
equation
  a.e = m*b.e;
  b.f = -m*a.f;
  annotation (Icon(graphics={
      Text(extent={{-80,40},{80,-40}}, textString="TF", textColor={0,110,110}),
      Text(extent={{-150,-50},{150,-90}}, textString="%m")}),
    Documentation(info="<html><p>Efforts to efforts, flows to flows: <code>a.e = m*b.e</code> and the flow at
<code>b</code> is <code>m</code> times that at <code>a</code>. Gear, lever, piston.</p></html>"));
end TF;
