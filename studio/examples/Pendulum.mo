model Pendulum "A swing on a stiff arm, in Cartesian coordinates"
  parameter Real m = 1 "Mass";
  parameter Real L = 1 "Length of the arm";
  parameter Real g = 9.81 "Gravity";
  output Real x(start = 0.6*L) "Across";
  output Real y(start = -0.8*L) "Upwards";
  Real vx, vy;
  Real F "Force in the arm";
equation
  // Newton's law in both directions
  der(x) = vx;
  der(y) = vy;
  m*der(vx) = -F*x/L;
  m*der(vy) = -F*y/L - m*g;
  // the arm keeps its length: a constraint, which is differentiated twice
  x^2 + y^2 = L^2;
  annotation (experiment(StopTime = 5));
end Pendulum;
