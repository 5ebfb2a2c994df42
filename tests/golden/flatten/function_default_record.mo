// stage: flatten
// model: M
// note: A record as a default argument, a constant record of a package, a record constructor with named arguments.
package Data
  record Gas
    Real R = 287;
    Real cp = 1005;
  end Gas;
  constant Gas air = Gas();
  constant Gas helium(R = 2077, cp = 5193);
end Data;

function kappa
  input Data.Gas g = Data.air;
  output Real k;
algorithm
  k := g.cp/(g.cp - g.R);
end kappa;

model M
  parameter Data.Gas own = Data.helium;
  Real a = kappa();
  Real b = kappa(own);
  Real c = kappa(Data.Gas(R = time));
  Real d = Data.helium.R*time;
end M;
