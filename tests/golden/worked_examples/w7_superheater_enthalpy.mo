// stage: structure
// note: W7: with the enthalpy as state nothing is iterated: der(h) = derE/(gDER(h)*V*h + V*r)
// assert: states == ['h'] and differentiated_equations == 2 and state_sets == []
// assert: iteration_variables == 0
// assert: [b.kind for b in blocks if b.kind != 'assign'] == ['linear']
model SuperheaterEnthalpy
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
  Real E;
  Real h(start = 2.7e6, fixed = true, stateSelect = StateSelect.prefer), r;
equation
  der(E) = Qin - W*(h - hin);
  E = V*r*h;
  r = g(h);
end SuperheaterEnthalpy;
