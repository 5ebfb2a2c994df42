within Formola.Translational;
package Sensors "Ideal sensors"
  extends Icons.Package;

  partial model FlangeSensor "Sensor at one flange"
    extends Icons.Sensor;
    Interfaces.TranslationalFlange_a flange "Flange"
      annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
  equation
    flange.f = 0;
    annotation (Documentation(info="<html><p>Base of sensors at one flange; it takes no
force.</p></html>"));
  end FlangeSensor;

  model PositionSensor "Measures the position of a flange"
    extends FlangeSensor;
    Interfaces.RealOutput s(unit="m") "Position"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  equation
    s = flange.s;
    annotation (Icon(graphics={Text(extent={{-30,-10},{30,-60}}, textString="s")}),
      Documentation(info="<html><p><code>s = flange.s</code>.</p></html>"));
  end PositionSensor;

  model SpeedSensor "Measures the speed of a flange"
    extends FlangeSensor;
    Interfaces.RealOutput v(unit="m/s") "Speed"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  equation
    v = der(flange.s);
    annotation (Icon(graphics={Text(extent={{-30,-10},{30,-60}}, textString="v")}),
      Documentation(info="<html><p><code>v = der(flange.s)</code>.</p></html>"));
  end SpeedSensor;

  model AccelerationSensor "Measures the acceleration of a flange"
    extends FlangeSensor;
    Units.Velocity v "Speed";
    Interfaces.RealOutput a(unit="m/s2") "Acceleration"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  equation
    v = der(flange.s);
    a = der(v);
    annotation (Icon(graphics={Text(extent={{-30,-10},{30,-60}}, textString="a")}),
      Documentation(info="<html><p><code>a = der(der(flange.s))</code>.</p></html>"));
  end AccelerationSensor;

  model ForceSensor "Measures the force between two flanges"
    extends Icons.Sensor;
    Interfaces.TranslationalFlange_a flange_a "Left flange"
      annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    Interfaces.TranslationalFlange_b flange_b "Right flange"
      annotation (Placement(transformation(extent={{90,-10},{110,10}})));
    Interfaces.RealOutput f(unit="N") "Force from flange_a to flange_b"
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-80,-110})));
  equation
    flange_a.s = flange_b.s;
    0 = flange_a.f + flange_b.f;
    f = flange_a.f;
    annotation (Icon(graphics={Text(extent={{-30,-10},{30,-60}}, textString="f")}),
      Documentation(info="<html><p><code>f = flange_a.f</code>.</p></html>"));
  end ForceSensor;

  annotation (Documentation(info="<html><p>Sensors take no force.</p></html>"));
end Sensors;
