// stage: structure
// options: --method inline:be
// assert: inline.iteration_variables == 1
// note: W19, one iteration variable.
model W19Structure
  Real phi(start = 0.7853981633974483, fixed = true), w(start = 0, fixed = true);
equation
  der(phi) = w;
  der(w) = -9.81*sin(phi);
end W19Structure;
