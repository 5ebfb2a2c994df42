// stage: check
// model: M
package P
  // expect-error@+1: ClassExtendsNotFound
  model extends State
    Real x = 1;
  end State;
end P;
model M
  P.State s;
end M;
