within Formola;
package Units "Types of physical quantities with SI units"
  extends Icons.Package;
  type Time = Real(final quantity="Time", final unit="s");
  type Frequency = Real(final quantity="Frequency", final unit="Hz");
  type Angle = Real(final quantity="Angle", final unit="rad", displayUnit="deg");
  type AngularVelocity = Real(final quantity="AngularVelocity", final unit="rad/s");
  type AngularAcceleration = Real(final quantity="AngularAcceleration", final unit="rad/s2");
  type Length = Real(final quantity="Length", final unit="m");
  type Position = Real(final quantity="Length", final unit="m");
  type Distance = Real(final quantity="Length", final unit="m", min=0);
  type Velocity = Real(final quantity="Velocity", final unit="m/s");
  type Acceleration = Real(final quantity="Acceleration", final unit="m/s2");
  type Area = Real(final quantity="Area", final unit="m2");
  type Volume = Real(final quantity="Volume", final unit="m3");
  type Mass = Real(final quantity="Mass", final unit="kg", min=0);
  type Density = Real(final quantity="Density", final unit="kg/m3", displayUnit="g/cm3", min=0);
  type Inertia = Real(final quantity="MomentOfInertia", final unit="kg.m2");
  type Force = Real(final quantity="Force", final unit="N");
  type Torque = Real(final quantity="Torque", final unit="N.m");
  type Pressure = Real(final quantity="Pressure", final unit="Pa", displayUnit="bar");
  type Energy = Real(final quantity="Energy", final unit="J");
  type Power = Real(final quantity="Power", final unit="W");
  type RotationalStiffness = Real(final quantity="RotationalStiffness", final unit="N.m/rad",
    min=0);
  type RotationalDamping = Real(final quantity="RotationalDamping", final unit="N.m.s/rad", min=0);
  type TranslationalStiffness = Real(final quantity="TranslationalStiffness", final unit="N/m",
    min=0);
  type TranslationalDamping = Real(final quantity="TranslationalDamping", final unit="N.s/m",
    min=0);
  type Voltage = Real(final quantity="ElectricPotential", final unit="V");
  type Current = Real(final quantity="ElectricCurrent", final unit="A");
  type Charge = Real(final quantity="ElectricCharge", final unit="C");
  type Resistance = Real(final quantity="Resistance", final unit="Ohm");
  type Conductance = Real(final quantity="Conductance", final unit="S");
  type Capacitance = Real(final quantity="Capacitance", final unit="F", min=0);
  type Inductance = Real(final quantity="Inductance", final unit="H");
  type Transconductance = Real(final quantity="Transconductance", final unit="A/V2");
  type TorqueConstant = Real(final quantity="ElectricalTorqueConstant", final unit="N.m/A");
  type Temperature = Real(final quantity="ThermodynamicTemperature", final unit="K", min=0,
    start=293.15, nominal=300, displayUnit="degC");
  type TemperatureDifference = Real(final quantity="ThermodynamicTemperature", final unit="K");
  type TemperatureSlope = Real(final quantity="TemperatureSlope", final unit="K/s");
  type LinearTemperatureCoefficient = Real(final quantity="LinearTemperatureCoefficient",
    final unit="1/K");
  type HeatFlowRate = Real(final quantity="Power", final unit="W");
  type HeatCapacity = Real(final quantity="HeatCapacity", final unit="J/K");
  type Entropy = Real(final quantity="Entropy", final unit="J/K");
  type EntropyFlowRate = Real(final quantity="EntropyFlowRate", final unit="W/K");
  type ThermalConductance = Real(final quantity="ThermalConductance", final unit="W/K");
  type ThermalResistance = Real(final quantity="ThermalResistance", final unit="K/W");
  type ThermalConductivity = Real(final quantity="ThermalConductivity", final unit="W/(m.K)");
  type SpecificHeatCapacity = Real(final quantity="SpecificHeatCapacity", final unit="J/(kg.K)");
  type SpecificEnthalpy = Real(final quantity="SpecificEnergy", final unit="J/kg");
  type Diffusivity = Real(final quantity="Diffusivity", final unit="m2/s", min=0);
  type MassFlowRate = Real(final quantity="MassFlowRate", final unit="kg/s");
  type VolumeFlowRate = Real(final quantity="VolumeFlowRate", final unit="m3/s");
  type Concentration = Real(final quantity="Concentration", final unit="mol/m3", min=0);
  type MolarEnthalpy = Real(final quantity="MolarEnergy", final unit="J/mol");
  type ReactionRate = Real(final quantity="ReactionRate", final unit="mol/(m3.s)");
  type Rate = Real(final quantity="Rate", final unit="1/s");

  annotation (Documentation(info="<html>
<p>Types with quantity and unit attributes. Names and attributes follow ISO 80000 usage.</p>
</html>"));
end Units;
