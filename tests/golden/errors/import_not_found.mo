// stage: check
// model: M
package P
  constant Real a = 1;
end P;
model M
  // expect-error@+1: ImportNotFound
  import P.b;
  // expect-error@+1: UndefinedName
  Real x = b;
end M;
