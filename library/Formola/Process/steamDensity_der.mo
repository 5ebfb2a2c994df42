within Formola.Process;
function steamDensity_der "Time derivative of steamDensity"
  extends Icons.Function;
  input Units.SpecificEnthalpy h "Enthalpy";
  input Units.SpecificEnthalpy h0 = 3e6 "Reference enthalpy";
  input Units.Density r0 = 20 "Density at the reference enthalpy";
  input Real der_h "Derivative of h";
  output Real der_r "Derivative of r";
algorithm
  der_r := -0.5*r0*sqrt(h0/h)/h*der_h;
  annotation (Documentation(info="<html><p>The slope of the curve times the derivative of the
enthalpy.</p></html>"));
end steamDensity_der;
