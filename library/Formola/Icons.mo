within Formola;
package Icons "Graphics shared by several classes"
  partial model Example "Runnable example"
    annotation (Icon(coordinateSystem(extent={{-100,-100},{100,100}}), graphics={
      Ellipse(extent={{-90,90},{90,-90}}, lineColor={30,110,60}, fillColor={240,250,244},
        fillPattern=FillPattern.Solid),
      Polygon(points={{-30,50},{60,0},{-30,-50},{-30,50}}, lineColor={30,110,60},
        fillColor={30,110,60}, fillPattern=FillPattern.Solid)}),
      Documentation(info="<html><p>For models that can be simulated as they are.</p></html>"));
  end Example;

  partial package Package "Package of components"
    annotation (Icon(coordinateSystem(extent={{-100,-100},{100,100}}), graphics={
      Rectangle(extent={{-100,100},{100,-100}}, lineColor={90,90,90}, fillColor={245,245,245},
        fillPattern=FillPattern.Solid, radius=20)}),
      Documentation(info="<html><p>For packages.</p></html>"));
  end Package;

  partial block Block "Frame of a control block"
    annotation (Icon(coordinateSystem(extent={{-100,-100},{100,100}}), graphics={
      Rectangle(extent={{-100,100},{100,-100}}, lineColor={0,0,127}, fillColor={255,255,255},
        fillPattern=FillPattern.Solid),
      Text(extent={{-150,150},{150,110}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p>For blocks with signals.</p></html>"));
  end Block;

  partial block LogicBlock "Frame of a logical block"
    annotation (Icon(coordinateSystem(extent={{-100,-100},{100,100}}), graphics={
      Rectangle(extent={{-100,100},{100,-100}}, lineColor={127,0,127}, fillColor={245,238,245},
        fillPattern=FillPattern.Solid),
      Text(extent={{-150,150},{150,110}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p>For blocks with Boolean signals.</p></html>"));
  end LogicBlock;

  partial model Sensor "Round instrument"
    annotation (Icon(coordinateSystem(extent={{-100,-100},{100,100}}), graphics={
      Ellipse(extent={{-70,70},{70,-70}}, lineColor={64,64,64}, fillColor={250,250,250},
        fillPattern=FillPattern.Solid),
      Line(points={{0,0},{30,45}}, color={64,64,64}, thickness=1),
      Ellipse(extent={{-6,6},{6,-6}}, fillColor={64,64,64}, fillPattern=FillPattern.Solid),
      Text(extent={{-150,150},{150,110}}, textString="%name", textColor={0,0,255})}),
      Documentation(info="<html><p>For sensors.</p></html>"));
  end Sensor;

  partial function Function "Function"
    annotation (Icon(coordinateSystem(extent={{-100,-100},{100,100}}), graphics={
      Ellipse(extent={{-90,90},{90,-90}}, lineColor={160,90,0}, fillColor={255,248,238},
        fillPattern=FillPattern.Solid),
      Text(extent={{-60,60},{60,-60}}, textString="f", textColor={160,90,0})}),
      Documentation(info="<html><p>For functions.</p></html>"));
  end Function;

  annotation (Documentation(info="<html>
<p>Partial classes with graphics only.</p>
</html>"));
end Icons;
