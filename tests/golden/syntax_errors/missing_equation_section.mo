// stage: check
model MissingEquationSection
  Real x;
  // expect-error@+1: MissingEquationSection
  der(x) = -x;
end MissingEquationSection;
