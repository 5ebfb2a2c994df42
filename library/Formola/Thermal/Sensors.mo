within Formola.Thermal;
package Sensors "Ideal sensors"
  extends Icons.Package;

  model TemperatureSensor "Measures a temperature"
    extends Icons.Sensor;
    Interfaces.HeatPort_a port "Port"
      annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    Interfaces.RealOutput T(unit="K") "Temperature"
      annotation (Placement(transformation(extent={{100,-10},{120,10}})));
  equation
    port.Q_flow = 0;
    T = port.T;
    annotation (Icon(graphics={Text(extent={{-30,-10},{30,-60}}, textString="T")}),
      Documentation(info="<html><p><code>T = port.T</code>; the sensor takes no
heat.</p></html>"));
  end TemperatureSensor;

  model HeatFlowSensor "Measures a heat flow"
    extends Icons.Sensor;
    Interfaces.HeatPort_a port_a "Left port"
      annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    Interfaces.HeatPort_b port_b "Right port"
      annotation (Placement(transformation(extent={{90,-10},{110,10}})));
    Interfaces.RealOutput Q_flow(unit="W") "Heat flow rate from port_a to port_b"
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={0,-110})));
  equation
    port_a.T = port_b.T;
    0 = port_a.Q_flow + port_b.Q_flow;
    Q_flow = port_a.Q_flow;
    annotation (Icon(graphics={Text(extent={{-30,-10},{30,-60}}, textString="Q")}),
      Documentation(info="<html><p>No temperature drop.</p></html>"));
  end HeatFlowSensor;

  annotation (Documentation(info="<html><p>Sensors with signal outputs.</p></html>"));
end Sensors;
