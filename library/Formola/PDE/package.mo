within Formola;
package PDE "Partial differential equations by the method of lines"
  extends Icons.Package;

  annotation (Icon(graphics={
      Line(points={{-80,-60},{-40,40},{0,-20},{40,50},{80,-60}}, color={0,100,160},
        smooth=Smooth.Bezier),
      Line(points={{-80,-60},{80,-60}}, color={120,120,120})}),
    Documentation(info="<html>
<p>Each block discretises the space coordinate and leaves ordinary differential equations in time.
The number of grid points is a parameter; the equations are written as loops.</p></html>"));
end PDE;
