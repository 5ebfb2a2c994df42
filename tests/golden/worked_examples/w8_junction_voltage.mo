// stage: structure
// note: W8: with the voltage preferred the equation of the charge is differentiated and linear in der(u)
// assert: states == ['u'] and iteration_variables == 0 and differentiated_equations == 1
// assert: not any(b.kind == 'nonlinear' for b in blocks) and state_sets == []
model JunctionVoltage
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
  Real q, u(start = 1, fixed = true, stateSelect = StateSelect.prefer), i;
equation
  q = charge(u);
  der(q) = -i;
  R*i = U - u;
end JunctionVoltage;
