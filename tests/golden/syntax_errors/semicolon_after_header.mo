// stage: check
// message: no ';' stands after the name of a class; it ends with 'end M;'
// expect-error@+1: ExpectedDeclaration
model M;
  Real x = 1;
end M;
