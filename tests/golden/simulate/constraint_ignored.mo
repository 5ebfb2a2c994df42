// stage: simulate
// options: --method ida --stop 1
// assert: abs(final.x - 0.36787944) < 1e-5
// note: a constraint determines nothing where the formula is not inlined.
model ConstraintIgnored
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
  x = 5 annotation(__Formola_constraint = true);
end ConstraintIgnored;
