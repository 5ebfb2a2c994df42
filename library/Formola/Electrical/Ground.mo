within Formola.Electrical;
model Ground "Reference node with potential zero"
  Interfaces.Pin p "Pin" annotation (Placement(transformation(extent={{-10,90},{10,110}})));
equation
  p.v = 0;
  annotation (Icon(graphics={
      Line(points={{0,90},{0,50}}, color={0,0,255}),
      Line(points={{-60,50},{60,50}}, color={0,0,255}),
      Line(points={{-40,30},{40,30}}, color={0,0,255}),
      Line(points={{-20,10},{20,10}}, color={0,0,255}),
      Text(extent={{-150,-10},{150,-50}}, textString="%name", textColor={0,0,255})}),
    Documentation(info="<html><p>Sets the potential of its node to zero.</p></html>"));
end Ground;
