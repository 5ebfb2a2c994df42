// stage: check
// model: M
package P
  constant Real k = 1;
  encapsulated model A
    // expect-error@+1: UndefinedName
    Real x = k;
  end A;
end P;
model M
  P.A a;
end M;
