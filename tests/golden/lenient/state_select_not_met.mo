// stage: simulate
// options: --stop 1
// model: Wishes
// message: 'x' must be a state, against stateSelect = StateSelect.never \(Modelica 3.6, 4.8.8.1\)
// message: 'v' cannot be a state, against stateSelect = StateSelect.always
// analytic: x = time
model Wishes
  // expect-warning@+1: StateSelectNotMet
  Real x(start = 0, fixed = true, stateSelect = StateSelect.never);
  // expect-warning@+1: StateSelectNotMet
  Real v(stateSelect = StateSelect.always) = if time < 0.5 then 1 else 5;
  Real y(start = 1, fixed = true, stateSelect = StateSelect.always);
  Real z(stateSelect = StateSelect.never);
equation
  der(x) = 1;
  der(y) = -y;
  z = 2*y;
end Wishes;
