// stage: check
// message: a comment begins with //
model M
  // expect-error@+1: UnexpectedCharacter
  Real x; % the position, in m
  // expect-error@+1: UnexpectedCharacter
  % a line of its own: equation
  Real y;
equation
  x = 2;
  // expect-error@+1: ForeignOperator
  y = 7 % 3;
end M;
