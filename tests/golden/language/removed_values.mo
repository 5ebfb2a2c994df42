// stage: flatten
// model: P.M
// note: specification 3.6, 7.2.7: "= break" takes away a value or an attribute that the base or the declaration gives; of a record what it is given as a
// note: whole, so that what its class says counts again
package P
  record R
    parameter Real u = 1;
    parameter Real w = 2;
  end R;
  model A
    parameter Real p(start = 4, min = 0) = 3;
    Real x(start = 2) = p;
    parameter R r = R(10, 20);
    parameter R s = R(10, 20);
  end A;
  model M
    extends A(x(start = break) = break, p(min = break) = break, r = break, s(u = 30) = break);
    A a(p = 5);
  equation
    x = 7;
  end M;
end P;
