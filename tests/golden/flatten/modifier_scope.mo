// stage: flatten
// model: M
// note: A modifier's value is looked up where the modifier stands, not in the modified class.
package P
  constant Real c = 100;
  model A
    parameter Real p = 1;
    parameter Real c = 2;
    Real y = p*time;
  end A;
end P;

model M
  parameter Real c = 3;
  P.A a(p = c);
  P.A b(p = P.c);
end M;
