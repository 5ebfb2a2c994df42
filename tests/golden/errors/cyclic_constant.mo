// stage: check
// model: M
package P
  // expect-error@+1: CyclicConstant
  constant Real a = 2*b;
  constant Real b = a + 1;
end P;
model M
  Real x = P.a;
end M;
