within Formola.Examples.Classics;
model VanDerPol "Relaxation oscillation of Van der Pol"
  extends Icons.Example;
  parameter Real epsilon = 1e-6 "Time scale of the jumps";
  parameter Real reference[2] = {1.706167732170469, -0.8928097010248125} "y at time 2";
  Real y[2](start={2, 0}, each fixed=true);
equation
  der(y[1]) = y[2];
  epsilon*der(y[2]) = (1 - y[1]^2)*y[2] - y[1];
  annotation (experiment(StopTime=2, Tolerance=1e-7),
    Documentation(info="<html><p>Two states, very stiff between two jumps within [0, 2]. B. van der
Pol, On relaxation oscillations, Phil. Mag. 2, 1926. The test set publishes the values at 2000 of the
form with <code>mu = 1000</code>; here time is divided by 1000, which multiplies the second component
by 1000.</p></html>"));
end VanDerPol;
