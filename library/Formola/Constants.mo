within Formola;
package Constants "Mathematical and physical constants"
  extends Icons.Package;
  constant Real pi = 3.14159265358979323846 "Circle number";
  constant Real e = 2.71828182845904523536 "Base of natural logarithms";
  constant Real eps = 2.220446049250313e-16 "Distance from 1 to the next double";
  constant Real small = 1e-60 "A number near zero that can still be divided by";
  constant Real inf = 1e60 "A number larger than any of a model";
  constant Units.Acceleration g_n = 9.80665 "Standard gravity (CGPM 1901)";
  constant Units.Charge q = 1.602176634e-19 "Elementary charge (SI 2019, exact)";
  constant Real k(final unit="J/K") = 1.380649e-23 "Boltzmann constant (SI 2019, exact)";
  constant Real R(final unit="J/(mol.K)") = 8.31446261815324 "Molar gas constant (SI 2019, exact)";
  constant Real sigma(final unit="W/(m2.K4)") = 5.670374419e-8 "Stefan-Boltzmann constant";
  constant Units.Temperature T_zero = 273.15 "Zero degree Celsius";

  annotation (Documentation(info="<html>
<p>Values of the 2019 revision of the SI.</p>
</html>"));
end Constants;
