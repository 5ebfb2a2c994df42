within Formola.BondGraphs;
model C "Storage of displacement"
  extends Interfaces.OnePort;
  parameter Real C(start=1) "Compliance, q/e";
  Real q(start=0) "Displacement, the integral of the flow";
equation
  der(q) = f;
  q = C*e;
  annotation (Icon(graphics={
      Text(extent={{-80,40},{80,-40}}, textString="C", textColor={0,110,110}),
      Text(extent={{-150,-50},{150,-90}}, textString="%C")}),
    Documentation(info="<html><p><code>der(q) = f</code>, <code>q = C*e</code>: capacitor, spring, tank.</p></html>"));
end C;
