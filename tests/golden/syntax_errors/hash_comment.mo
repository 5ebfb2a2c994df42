// stage: check
model M
  // expect-error@+1: UnexpectedCharacter
  Real x = 1; # not a comment; Real of Modelica
  Real y = 2;
end M;
