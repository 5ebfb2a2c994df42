// stage: check
model DeclarationInSection
  Real x;
equation
  x = 1;
  // expect-error@+1: DeclarationInSection
  Real y;
  y = 2;
end DeclarationInSection;
