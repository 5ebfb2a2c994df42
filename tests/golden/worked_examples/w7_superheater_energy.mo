// stage: structure
// note: W7: with the energy as state, h and r follow from a nonlinear block
// assert: states == ['E'] and differentiated_equations == 0
// assert: [b.kind for b in blocks if b.size > 1] == ['nonlinear'] and iteration_variables == 1
model SuperheaterEnergy
  function g "density of steam by its enthalpy"
    input Real h;
    output Real r;
  algorithm
    r := 10/(1 + h/3e6);
    annotation(derivative = gDER);
  end g;
  function gDER
    input Real h;
    input Real derh;
    output Real derr;
  algorithm
    derr := -10/(1 + h/3e6)^2/3e6*derh;
  end gDER;
  parameter Real V = 2, W = 5, hin = 2.5e6, Qin = 1e6;
  Real E(start = 5e7, fixed = true, stateSelect = StateSelect.prefer);
  Real h(start = 2.7e6), r;
equation
  der(E) = Qin - W*(h - hin);
  E = V*r*h;
  r = g(h);
end SuperheaterEnergy;
