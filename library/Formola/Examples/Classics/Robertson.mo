within Formola.Examples.Classics;
model Robertson "Three reactions with rate constants nine orders of magnitude apart"
  extends Icons.Example;
  parameter Real reference[3] = {0.2083340149701255e-7, 0.8333360770334713e-13, 0.9999999791665050}
    "y at time 1e11";
  Real y[3](start={1, 0, 0}, each fixed=true, nominal={1e-6, 1e-11, 1}) "Concentrations";
equation
  der(y[1]) = -0.04*y[1] + 1e4*y[2]*y[3];
  der(y[2]) = 0.04*y[1] - 1e4*y[2]*y[3] - 3e7*y[2]^2;
  der(y[3]) = 3e7*y[2]^2;
  annotation (experiment(StopTime=1e11, Tolerance=1e-7),
    Documentation(info="<html><p>H. H. Robertson, The solution of a set of reaction rate equations,
1966. Over eleven decades of time the sum of the concentrations stays 1.</p></html>"));
end Robertson;
