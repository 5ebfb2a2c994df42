// stage: check
// message: did you mean 'equation'\?
// note: one mistake, one message
model MisspeltSection
  Real x;
// expect-error@+1: ExpectedDeclaration
equations
  x = 1;
end MisspeltSection;
