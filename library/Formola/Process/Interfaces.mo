within Formola.Process;
package Interfaces "Connectors"
  extends Icons.Package;

  connector LiquidPort "Port of an incompressible liquid"
    Units.Pressure p "Pressure";
    flow Units.VolumeFlowRate q "Volume flow rate into the component";
    annotation (Icon(graphics={
      Ellipse(extent={{-100,100},{100,-100}}, lineColor={0,90,130}, fillColor={0,127,190},
        fillPattern=FillPattern.Solid)}),
      Documentation(info="<html><p>Pressure and volume flow; volume flows add up to zero in a
connection.</p></html>"));
  end LiquidPort;

  connector GasPort "Port of a gas that carries its enthalpy along"
    Units.Pressure p "Pressure";
    flow Units.MassFlowRate m_flow "Mass flow rate into the component";
    stream Units.SpecificEnthalpy h_outflow(nominal=1e5)
      "Specific enthalpy of the gas if it flows out of the component";
    annotation (Icon(graphics={
      Ellipse(extent={{-100,100},{100,-100}}, lineColor={0,90,130}, fillColor={200,225,245},
        fillPattern=FillPattern.Solid)}),
      Documentation(info="<html><p>Pressure and mass flow, and the enthalpy as a stream variable: where
several flows meet they mix.</p></html>"));
  end GasPort;

  partial model TwoPorts "Component without storage between two ports"
    LiquidPort port_a "Left port"
      annotation (Placement(transformation(extent={{-110,-10},{-90,10}})));
    LiquidPort port_b "Right port"
      annotation (Placement(transformation(extent={{90,-10},{110,10}})));
    Units.Pressure dp "port_a.p - port_b.p";
    Units.VolumeFlowRate q "Flow rate from port_a to port_b";
  equation
    dp = port_a.p - port_b.p;
    port_a.q = q;
    port_b.q = -q;
    annotation (Icon(graphics={Text(extent={{-150,110},{150,70}}, textString="%name",
      textColor={0,0,255})}),
      Documentation(info="<html><p>The flow goes through without storage.</p></html>"));
  end TwoPorts;

  annotation (Documentation(info="<html><p>Ports of the networks of liquid and gas.</p></html>"));
end Interfaces;
