within Formola.Electrical;
package Sensors "Ideal meters"
  extends Icons.Package;

  model VoltageSensor "Measures the voltage between two nodes"
    extends Icons.Sensor;
    Interfaces.PositivePin p "Positive pin"
      annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    Interfaces.NegativePin n "Negative pin"
      annotation (Placement(transformation(extent={{90,-10},{110,10}})));
    Interfaces.RealOutput v(unit="V") "Voltage from p to n"
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={0,-110})));
  equation
    p.i = 0;
    n.i = 0;
    v = p.v - n.v;
    annotation (Icon(graphics={Text(extent={{-30,-10},{30,-60}}, textString="V")}),
      Documentation(info="<html><p>Infinite input resistance.</p></html>"));
  end VoltageSensor;

  model CurrentSensor "Measures the current in a branch"
    extends Icons.Sensor;
    Interfaces.PositivePin p "Positive pin"
      annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    Interfaces.NegativePin n "Negative pin"
      annotation (Placement(transformation(extent={{90,-10},{110,10}})));
    Interfaces.RealOutput i(unit="A") "Current from p to n"
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={0,-110})));
  equation
    p.v = n.v;
    0 = p.i + n.i;
    i = p.i;
    annotation (Icon(graphics={Text(extent={{-30,-10},{30,-60}}, textString="A")}),
      Documentation(info="<html><p>No voltage drop.</p></html>"));
  end CurrentSensor;

  model PotentialSensor "Measures the potential of a node"
    extends Icons.Sensor;
    Interfaces.PositivePin p "Pin"
      annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    Interfaces.RealOutput phi(unit="V") "Potential"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  equation
    p.i = 0;
    phi = p.v;
    annotation (Icon(graphics={Text(extent={{-30,-10},{30,-60}}, textString="V")}),
      Documentation(info="<html><p>Infinite input resistance.</p></html>"));
  end PotentialSensor;

  model PowerSensor "Measures the power that flows through a branch"
    extends Icons.Sensor;
    Interfaces.PositivePin pc "Positive pin of the current path"
      annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    Interfaces.NegativePin nc "Negative pin of the current path"
      annotation (Placement(transformation(extent={{90,-10},{110,10}})));
    Interfaces.PositivePin pv "Positive pin of the voltage path"
      annotation (Placement(transformation(extent={{-10,90},{10,110}})));
    Interfaces.NegativePin nv "Negative pin of the voltage path"
      annotation (Placement(transformation(extent={{-10,-110},{10,-90}})));
    Interfaces.RealOutput power(unit="W") "Power"
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-80,-110})));
  equation
    pc.v = nc.v;
    0 = pc.i + nc.i;
    pv.i = 0;
    nv.i = 0;
    power = pc.i*(pv.v - nv.v);
    annotation (Icon(graphics={Text(extent={{-30,-10},{30,-60}}, textString="W")}),
      Documentation(info="<html><p>Product of the current from pc to nc and the voltage from pv to
nv.</p></html>"));
  end PowerSensor;

  annotation (Documentation(info="<html><p>Ideal meters with signal outputs.</p></html>"));
end Sensors;
