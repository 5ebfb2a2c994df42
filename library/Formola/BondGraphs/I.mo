within Formola.BondGraphs;
model I "Storage of momentum"
  extends Interfaces.OnePort;
  parameter Real I(start=1) "Inertance, p/f";
  Real momentum(start=0) "Momentum, the integral of the effort";
equation
  der(momentum) = e;
  momentum = I*f;
  annotation (Icon(graphics={
      Text(extent={{-80,40},{80,-40}}, textString="I", textColor={0,110,110}),
      Text(extent={{-150,-50},{150,-90}}, textString="%I")}),
    Documentation(info="<html><p><code>der(momentum) = e</code>, <code>momentum = I*f</code>: inductor, mass,
inertia of a fluid in a pipe.</p></html>"));
end I;
