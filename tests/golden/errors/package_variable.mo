// stage: check
// model: M
package P
  Real x = time;
end P;
model M
  // expect-error@+1: NotConstantInPackage
  Real y = P.x;
end M;
