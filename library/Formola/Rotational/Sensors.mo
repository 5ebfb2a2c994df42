within Formola.Rotational;
package Sensors "Ideal sensors"
  extends Icons.Package;

  partial model FlangeSensor "Sensor at one flange"
    extends Icons.Sensor;
    Interfaces.RotationalFlange_a flange "Flange"
      annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
  equation
    flange.tau = 0;
    annotation (Documentation(info="<html><p>Base of sensors at one shaft; it takes no
torque.</p></html>"));
  end FlangeSensor;

  model AngleSensor "Measures the angle of a flange"
    extends FlangeSensor;
    Interfaces.RealOutput phi(unit="rad") "Angle"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  equation
    phi = flange.phi;
    annotation (Icon(graphics={Text(extent={{-30,-10},{30,-60}}, textString="phi")}),
      Documentation(info="<html><p><code>phi = flange.phi</code>.</p></html>"));
  end AngleSensor;

  model SpeedSensor "Measures the speed of a flange"
    extends FlangeSensor;
    Interfaces.RealOutput w(unit="rad/s") "Speed"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  equation
    w = der(flange.phi);
    annotation (Icon(graphics={Text(extent={{-30,-10},{30,-60}}, textString="w")}),
      Documentation(info="<html><p><code>w = der(flange.phi)</code>.</p></html>"));
  end SpeedSensor;

  model AccelerationSensor "Measures the acceleration of a flange"
    extends FlangeSensor;
    Units.AngularVelocity w "Speed";
    Interfaces.RealOutput a(unit="rad/s2") "Acceleration"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  equation
    w = der(flange.phi);
    a = der(w);
    annotation (Icon(graphics={Text(extent={{-30,-10},{30,-60}}, textString="a")}),
      Documentation(info="<html><p><code>a = der(der(flange.phi))</code>.</p></html>"));
  end AccelerationSensor;

  model TorqueSensor "Measures the torque between two flanges"
    extends Icons.Sensor;
    Interfaces.RotationalFlange_a flange_a "Left flange"
      annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    Interfaces.RotationalFlange_b flange_b "Right flange"
      annotation (Placement(transformation(extent={{90,-10},{110,10}})));
    Interfaces.RealOutput tau(unit="N.m") "Torque from flange_a to flange_b"
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-80,-110})));
  equation
    flange_a.phi = flange_b.phi;
    0 = flange_a.tau + flange_b.tau;
    tau = flange_a.tau;
    annotation (Icon(graphics={Text(extent={{-30,-10},{30,-60}}, textString="tau")}),
      Documentation(info="<html><p><code>tau = flange_a.tau</code>.</p></html>"));
  end TorqueSensor;

  model PowerSensor "Measures the power between two flanges"
    extends Icons.Sensor;
    Interfaces.RotationalFlange_a flange_a "Left flange"
      annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    Interfaces.RotationalFlange_b flange_b "Right flange"
      annotation (Placement(transformation(extent={{90,-10},{110,10}})));
    Interfaces.RealOutput power(unit="W") "Power from flange_a to flange_b"
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={-80,-110})));
  equation
    flange_a.phi = flange_b.phi;
    0 = flange_a.tau + flange_b.tau;
    power = flange_a.tau*der(flange_a.phi);
    annotation (Icon(graphics={Text(extent={{-30,-10},{30,-60}}, textString="P")}),
      Documentation(info="<html><p><code>power =
flange_a.tau*der(flange_a.phi)</code>.</p></html>"));
  end PowerSensor;

  annotation (Documentation(info="<html><p>Sensors take no torque.</p></html>"));
end Sensors;
