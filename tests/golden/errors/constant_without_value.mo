// stage: check
// model: M
package P
  // expect-error@+1: ConstantWithoutValue
  constant Real g;
end P;
model M
  Real x = P.g;
end M;
