within Formola.Examples.Classics;
model HIRES "High irradiance response of a plant"
  extends Icons.Example;
  parameter Real reference[8] = {0.7371312573325668e-3, 0.1442485726316185e-3,
    0.5888729740967575e-4, 0.1175651343283149e-2, 0.2386356198831331e-2, 0.6238968252742796e-2,
    0.2849998395185769e-2, 0.2850001604814231e-2} "y at time 321.8122";
  Real y[8](start={1, 0, 0, 0, 0, 0, 0, 0.0057}, each fixed=true, each nominal=1e-3)
    "Concentrations of forms of phytochrome";
  Real binding = 280*y[6]*y[8] "Fast reaction";
equation
  der(y[1]) = -1.71*y[1] + 0.43*y[2] + 8.32*y[3] + 0.0007;
  der(y[2]) = 1.71*y[1] - 8.75*y[2];
  der(y[3]) = -10.03*y[3] + 0.43*y[4] + 0.035*y[5];
  der(y[4]) = 8.32*y[2] + 1.71*y[3] - 1.12*y[4];
  der(y[5]) = -1.745*y[5] + 0.43*y[6] + 0.43*y[7];
  der(y[6]) = -binding + 0.69*y[4] + 1.71*y[5] - 0.43*y[6] + 0.69*y[7];
  der(y[7]) = binding - 1.81*y[7];
  der(y[8]) = -binding + 1.81*y[7];
  annotation (experiment(StopTime=321.8122, Tolerance=1e-7),
    Documentation(info="<html><p>E. Sch&auml;fer, A new approach to explain the &quot;high
irradiance
responses&quot; of photomorphogenesis on the basis of phytochrome, J. Math. Biology 2,
1975. <code>y[7] + y[8]</code> is constant.</p></html>"));
end HIRES;
