// stage: check
// model: M
// note: The default of an input refers to a component of a package that is no constant.
// expect-error: NotInModel
package Data
  record Gas
    Real R = 287;
  end Gas;
  Gas air = Gas();
end Data;
function kappa
  input Data.Gas g = Data.air;
  output Real k;
algorithm
  k := g.R;
end kappa;
model M
  Real a = kappa();
end M;
