// stage: structure
// options: --method inline:be
// assert: inline.blocks[0].constraints == 1 and inline.iteration_variables == 1
// note: One unknown, two residuals: that of the pendulum and its energy, in the least-squares sense.
model ConstraintShown
  Real phi(start = 0.8, fixed = true), w(start = 0, fixed = true), energy;
equation
  der(phi) = w;
  der(w) = -9.81*sin(phi);
  energy = w^2/2 - 9.81*cos(phi);
  energy = -9.81*cos(0.8) annotation (__Formola_constraint = true);
end ConstraintShown;
