// stage: check
// model: M
package P
  constant Real a = 1;
end P;
model M
  // expect-error@+1: ClassUsedAsValue
  Real x = P;
end M;
