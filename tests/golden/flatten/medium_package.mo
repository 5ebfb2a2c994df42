// stage: flatten
// model: M
// note: A replaceable package with constants, a record, a model and functions, as media libraries use them.
package PartialMedium
  constant Integer nX = 1;
  constant String name = "none";
  replaceable record State
    Real p;
  end State;
  replaceable partial function density
    input State s;
    output Real d;
  end density;
  replaceable partial model Properties
    Real p, d;
    State s;
  equation
    d = density(s);
  end Properties;
end PartialMedium;

package Gas
  extends PartialMedium(nX = 3, name = "gas");
  constant Real R = 287;
  redeclare record extends State
    Real T;
  end State;
  redeclare function extends density
  algorithm
    d := s.p/(R*s.T);
  end density;
  redeclare model extends Properties
    Real T;
  equation
    s = State(p = p, T = T);
  end Properties;
end Gas;

model Volume
  replaceable package Medium = PartialMedium;
  Medium.Properties m;
  Real X[Medium.nX] = fill(1/Medium.nX, Medium.nX);
  parameter String name = Medium.name;
end Volume;

model M
  Volume v(redeclare package Medium = Gas, m(p = 1e5*(1 + time), T = 300));
end M;
