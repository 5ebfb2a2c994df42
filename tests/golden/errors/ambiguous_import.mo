// stage: check
// model: M
// message: 'a' could mean 'P.a' or 'Q.a'
package P
  constant Real a = 1;
  constant Real only = 3;
end P;
package Q
  constant Real a = 2;
end Q;
model M
  import P.*;
  // expect-error@+1: AmbiguousImport
  import Q.*;
  Real x = a;
  Real y = only;
end M;
