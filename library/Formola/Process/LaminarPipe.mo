within Formola.Process;
model LaminarPipe "Pipe whose pressure drop is proportional to the flow"
  extends Interfaces.TwoPorts;
  parameter Real R(final unit="Pa.s/m3", start=1e6) "Flow resistance";
equation
  dp = R*q;
  annotation (Icon(graphics={
      Rectangle(extent={{-90,20},{90,-20}}, lineColor={0,90,130}, fillColor={170,215,235},
        fillPattern=FillPattern.Solid)}),
    Documentation(info="<html><p><code>dp = R*q</code>.</p></html>"));
end LaminarPipe;
