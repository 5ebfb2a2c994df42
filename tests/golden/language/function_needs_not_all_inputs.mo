// stage: structure
// note: the density does not depend on the pressure, and the enthalpy only on the temperature of the state: no system of equations
// assert: [b.kind for b in blocks if b.kind != 'assign'] == []
model Incompressible
  record State
    Real p;
    Real T;
  end State;
  function density
    input State s;
    output Real d;
  algorithm
    d := 995.6;
  end density;
  function enthalpy
    input State s;
    output Real h;
  algorithm
    h := 4184*(s.T - 273.15);
  end enthalpy;
  State s;
  Real d = density(s), h = enthalpy(s), T = 293 + time;
equation
  s.p = 1e5 + d*9.81*time + 1e-3*h;
  s.T = T;
end Incompressible;
