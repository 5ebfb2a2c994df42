within Formola;
package Examples "Runnable models for each package"
  extends Icons.Package;

  annotation (Icon(graphics={
      Polygon(points={{-30,50},{60,0},{-30,-50},{-30,50}}, lineColor={30,110,60},
        fillColor={30,110,60}, fillPattern=FillPattern.Solid)}),
    Documentation(info="<html>
<p>Small models, one for each idea. Variables named <code>exact</code> hold the analytic
solution.</p></html>"));
end Examples;
