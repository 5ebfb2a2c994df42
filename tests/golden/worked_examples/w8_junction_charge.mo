// stage: structure
// note: W8: a junction capacitance, its charge preferred as state: u follows from a nonlinear block
// assert: states == ['q'] and iteration_variables == 1 and differentiated_equations == 0
model JunctionCharge
  function charge "of a junction by its voltage"
    input Real u;
    output Real q;
  protected
    constant Real C0 = 1e-9, ub = 0.7;
  algorithm
    q := 2*C0*ub*(1 - sqrt(1 + u/ub));
    annotation(derivative = chargeDer);
  end charge;
  function chargeDer
    input Real u;
    input Real deru;
    output Real derq;
  protected
    constant Real C0 = 1e-9, ub = 0.7;
  algorithm
    derq := -C0/sqrt(1 + u/ub)*deru;
  end chargeDer;
  parameter Real R = 1000, U = 5;
  Real q(stateSelect = StateSelect.prefer), u(start = 1), i;
equation
  q = charge(u);
  der(q) = -i;
  R*i = U - u;
end JunctionCharge;
