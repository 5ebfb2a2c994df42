// stage: flatten
// model: M
// note: A package parameter of a base class, replaced in the extends clause, seen by inherited components and types.
package Fluid
  constant Integer n = 1;
  type Density = Real(unit = "kg/m3");
  replaceable record State
    Real p;
  end State;
  replaceable partial function rho
    input State s;
    output Density d;
  end rho;
end Fluid;

package Oil
  extends Fluid(n = 2);
  redeclare record extends State
    Real X[n];
  end State;
  redeclare function extends rho
  algorithm
    d := 900 + sum(s.X);
  end rho;
end Oil;

partial model PartialTank
  replaceable package Medium = Fluid constrainedby Fluid;
  Medium.State state;
  Medium.Density d = Medium.rho(state);
end PartialTank;

model Tank
  extends PartialTank(redeclare package Medium = Oil);
equation
  state.p = time;
  state.X = {1, 2};
end Tank;

model M
  Tank tank;
end M;
