within Formola.BondGraphs;
model R "Dissipation"
  extends Interfaces.OnePort;
  parameter Real R(start=1) "Resistance, e/f";
equation
  e = R*f;
  annotation (Icon(graphics={
      Text(extent={{-80,40},{80,-40}}, textString="R", textColor={0,110,110}),
      Text(extent={{-150,-50},{150,-90}}, textString="%R")}),
    Documentation(info="<html><p><code>e = R*f</code>: resistor, damper, laminar pipe. Where the heat is to be
followed use <code>Thermal.RS</code>.</p></html>"));
end R;
