within Formola;
package Rotational "One-dimensional rotational mechanics"
  extends Icons.Package;

  annotation (Icon(graphics={
      Rectangle(extent={{-40,50},{40,-50}}, lineColor={64,64,64}, fillColor={190,190,190},
        fillPattern=FillPattern.HorizontalCylinder),
      Rectangle(extent={{-90,10},{-40,-10}}, fillColor={190,190,190},
        fillPattern=FillPattern.HorizontalCylinder),
      Rectangle(extent={{40,10},{90,-10}}, fillColor={190,190,190},
        fillPattern=FillPattern.HorizontalCylinder)}),
    Documentation(info="<html>
<p>Drive trains. Flanges carry the absolute angle <code>phi</code> and the cut torque
<code>tau</code>; several components connected at one flange turn together.</p></html>"));
end Rotational;
