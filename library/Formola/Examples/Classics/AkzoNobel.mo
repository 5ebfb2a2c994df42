within Formola.Examples.Classics;
model AkzoNobel "Chemical reactor of Akzo Nobel, index 1"
  extends Icons.Example;
  parameter Real k1 = 18.7;
  parameter Real k2 = 0.58;
  parameter Real k3 = 0.09;
  parameter Real k4 = 0.42;
  parameter Real K = 34.4 "Equilibrium constant of the second reaction";
  parameter Real klA = 3.3 "Mass transfer of the gas";
  parameter Real Ks = 115.83 "Equilibrium constant";
  parameter Real p = 0.9 "Partial pressure of the gas";
  parameter Real H = 737 "Henry constant";
  parameter Real reference[6] = {0.1150794920661702, 0.1203831471567715e-2, 0.1611562887407974,
    0.3656156421249283e-3, 0.1708010885264404e-1, 0.4873531310307455e-2} "y at time 180";
  Real y[6](start={0.444, 0.00123, 0, 0.007, 0, 0.36}, fixed={true, true, true, true, true, false},
    nominal={0.1, 1e-3, 0.1, 1e-3, 0.01, 0.01}) "Concentrations";
  Real r1 = k1*y[1]^4*sqrt(y[2]);
  Real r2 = k2*y[3]*y[4];
  Real r3 = k2/K*y[1]*y[5];
  Real r4 = k3*y[1]*y[4]^2;
  Real r5 = k4*y[6]^2*sqrt(y[2]);
  Real inflow = klA*(p/H - y[2]);
equation
  der(y[1]) = -2*r1 + r2 - r3 - r4;
  der(y[2]) = -r1/2 - r4 - r5/2 + inflow;
  der(y[3]) = r1 - r2 + r3;
  der(y[4]) = -r2 + r3 - 2*r4;
  der(y[5]) = r2 - r3 + r5;
  y[6] = Ks*y[1]*y[4];
  annotation (experiment(StopTime=180, Tolerance=1e-7),
    Documentation(info="<html><p>W. J. H. Stortelder, Parameter estimation in nonlinear dynamical
systems, thesis, University of Amsterdam, 1998. Five differential and one algebraic
equation.</p></html>"));
end AkzoNobel;
