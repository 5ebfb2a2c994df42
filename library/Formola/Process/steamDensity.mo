within Formola.Process;
function steamDensity "Density of the steam as a function of its enthalpy"
  extends Icons.Function;
  input Units.SpecificEnthalpy h "Enthalpy";
  input Units.SpecificEnthalpy h0 = 3e6 "Reference enthalpy";
  input Units.Density r0 = 20 "Density at the reference enthalpy";
  output Units.Density r "Density";
algorithm
  r := r0*sqrt(h0/h);
  annotation (derivative(zeroDerivative=h0, zeroDerivative=r0)=steamDensity_der,
    Documentation(info="<html>
<p>A simple decreasing property function in place of a table. Its derivative is declared, so that
models may be differentiated through it.</p></html>"));
end steamDensity;
