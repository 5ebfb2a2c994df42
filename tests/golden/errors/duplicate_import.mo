// stage: check
// model: M
package P
  constant Real a = 1;
  constant Real b = 1;
end P;
package Q
  constant Real a = 2;
end Q;
model M
  import P.a;
  // expect-error@+1: DuplicateElement
  import Q.a;
  // expect-error@+1: DuplicateElement
  import P.{b, a};
  import c = Q.a;
  Real x = a + b + c;
end M;
