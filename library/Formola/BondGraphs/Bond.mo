within Formola.BondGraphs;
model Bond "Bond whose power can be plotted"
  extends Interfaces.TwoPort;
  Real e "Effort";
  Real f "Flow from a to b";
  Real P "Power from a to b";
equation
  e = a.e;
  e = b.e;
  f = a.f;
  f = -b.f;
  P = e*f;
  annotation (Icon(graphics={
      Line(points={{-90,0},{90,0},{60,30}}, color={0,110,110}, thickness=1)}),
    Documentation(info="<html><p>The half arrow shows where power flows when it is positive. Ports can also be
connected directly; the bond is needed only to see its power.</p></html>"));
end Bond;
