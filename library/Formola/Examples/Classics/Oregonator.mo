within Formola.Examples.Classics;
model Oregonator "Oscillating reaction of Belousov and Zhabotinskii"
  extends Icons.Example;
  parameter Real s = 77.27;
  parameter Real w = 0.161;
  parameter Real q = 8.375e-6;
  parameter Real reference[3] = {1.000814870318523, 1228.178521549917, 132.0554942846706}
    "y at time 360";
  Real y[3](start={1, 2, 3}, each fixed=true) "HBrO2, Br-, Ce(IV), scaled";
equation
  der(y[1]) = s*(y[2] + y[1]*(1 - q*y[1] - y[2]));
  der(y[2]) = (y[3] - (1 + y[1])*y[2])/s;
  der(y[3]) = w*(y[1] - y[3]);
  annotation (experiment(StopTime=360, Tolerance=1e-7),
    Documentation(info="<html><p>R. J. Field, R. M. Noyes, Oscillations in chemical systems IV, J.
Chem. Phys. 60, 1974. The components vary over five orders of magnitude.</p></html>"));
end Oregonator;
