within Formola.Rotational;
model Spring "Linear torsion spring"
  extends Interfaces.Compliant;
  parameter Units.RotationalStiffness c(start=1e5) "Stiffness";
  parameter Units.Angle phi_rel0 = 0 "Relative angle without torque";
equation
  tau = c*(phi_rel - phi_rel0);
  annotation (Icon(graphics={
      Line(points={{-100,0},{-60,0},{-50,30},{-30,-30},{-10,30},{10,-30},{30,30},{50,-30},{60,0},{100,0}}),
      Text(extent={{-150,-50},{150,-90}}, textString="c=%c")}),
    Documentation(info="<html><p><code>tau = c*(phi_rel - phi_rel0)</code>.</p></html>"));
end Spring;
