// stage: simulate
// options: --strict
// model: Wishes
// note: what state_select_not_met.mo has as warnings
model Wishes
  // expect-error@+1: StateSelectNotMet
  Real x(start = 0, fixed = true, stateSelect = StateSelect.never);
  // expect-error@+1: StateSelectNotMet
  Real v(stateSelect = StateSelect.always) = if time < 0.5 then 1 else 5;
  Real y(start = 1, fixed = true, stateSelect = StateSelect.always);
  Real z(stateSelect = StateSelect.never);
equation
  der(x) = 1;
  der(y) = -y;
  z = 2*y;
end Wishes;
