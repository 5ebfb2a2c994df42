// stage: simulate
// options: --method inline:be --step 0.01 --stop 10
// assert: final.Ef < -0.5
// assert: final.Ef > -1.2
// assert: steps_accepted == 1000
// note: W19, Fig. 8.33: with Ef = 0 as an equation too many backward Euler loses energy at first, then no more;
// without it Ef is -17.3 at the end. The sum of squares of both residuals is least, so Ef stays at about -0.9.
model W19
  parameter Real l = 1, m = 10, g = 9.81;
  Real phi(start = 0.7853981633974483, fixed = true), w(start = 0, fixed = true);
  Real Ek = 0.5*m*l^2*w^2;
  Real Ep = m*g*l*(cos(0.7853981633974483) - cos(phi));
  Real Ef = Ek + Ep;
equation
  der(phi) = w;
  l*der(w) = -g*sin(phi);
  Ef = 0 annotation(__Formola_constraint = true);
end W19;
