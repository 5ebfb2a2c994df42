// stage: simulate
// options: --stop 5 --tolerance 1e-8
// note: a free body that tumbles, its orientation by a quaternion of length 1: three of the four numbers are states at any time. Since w and
// not der(Q) is a state, the choice is made one order below the highest. Angular momentum in space and energy stay.
// analytic: h[1] = 1.0
// analytic: h[2] = 0.02
// analytic: h[3] = 0.03
// analytic: energy = 0.50035
// tolerance: 1e-5
// assert: states == 6 and state_changes > 0
// configs: --method cvode; --method inline:bdf
model TumblingBody
  constant Real J[3] = {1, 2, 3};
  Real Q[4](start = {0, 0, 0, 1}, each stateSelect = StateSelect.prefer);
  Real w[3](start = {1, 0.01, 0.01}, each fixed = true, each stateSelect = StateSelect.always);
  Real T[3, 3] = [2*(Q[1]^2 + Q[4]^2) - 1, 2*(Q[1]*Q[2] + Q[3]*Q[4]), 2*(Q[1]*Q[3] - Q[2]*Q[4]);
                  2*(Q[2]*Q[1] - Q[3]*Q[4]), 2*(Q[2]^2 + Q[4]^2) - 1, 2*(Q[2]*Q[3] + Q[1]*Q[4]);
                  2*(Q[3]*Q[1] + Q[2]*Q[4]), 2*(Q[3]*Q[2] - Q[1]*Q[4]), 2*(Q[3]^2 + Q[4]^2) - 1];
  Real h[3] = transpose(T)*(J .* w);
  Real energy = (J[1]*w[1]^2 + J[2]*w[2]^2 + J[3]*w[3]^2)/2 + 0.0001;
initial equation
  Q[1] = 0;
  Q[2] = 0;
  Q[3] = 0;
equation
  Q*Q = 1;
  w = 2*[Q[4], Q[3], -Q[2], -Q[1]; -Q[3], Q[4], Q[1], -Q[2]; Q[2], -Q[1], Q[4], -Q[3]]*der(Q);
  J[1]*der(w[1]) = (J[2] - J[3])*w[2]*w[3];
  J[2]*der(w[2]) = (J[3] - J[1])*w[3]*w[1];
  J[3]*der(w[3]) = (J[1] - J[2])*w[1]*w[2];
end TumblingBody;
