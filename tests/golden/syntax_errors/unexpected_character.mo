// stage: check
// message: quotes: 'größe'
model UnexpectedCharacter
  // expect-error@+1: UnexpectedCharacter
  Real größe = 1;
end UnexpectedCharacter;
