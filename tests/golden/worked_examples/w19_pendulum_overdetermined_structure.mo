// stage: structure
// options: --method inline:be
// assert: equations == 5
// assert: inline.iteration_variables == 1
// note: W19, the constraint determines nothing: five equations, still one iteration variable.
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
