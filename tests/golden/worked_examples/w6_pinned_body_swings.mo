// stage: simulate
// note: W6: the pinned body swings as the compound pendulum (J + m*d*d)*der(w) = -m*g*d*cos(phi)
// analytic: difference = 1
// options: --stop 3 --tolerance 1e-8
// tolerance: 1e-5
// assert: states == 4
// configs: --method inline:bdf; --method dopri5
model PinnedBodySwings
  parameter Real m = 2, J = 0.3, d = 0.5, g = 9.81;
  Real x, y, vx, vy;
  Real phi(start = 0.3, stateSelect = StateSelect.prefer), w(start = 0, stateSelect = StateSelect.prefer);
  Real fx, fy;
  Real angle(start = 0.3, fixed = true), rate(start = 0, fixed = true);
  Real difference = 1 + phi - angle;
equation
  // Newton and Euler, in the centre of mass
  der(x) = vx;
  der(y) = vy;
  der(phi) = w;
  m*der(vx) = fx;
  m*der(vy) = fy - m*g;
  J*der(w) = d*sin(phi)*fx - d*cos(phi)*fy;
  der(angle) = rate;
  (J + m*d*d)*der(rate) = -m*g*d*cos(angle);
  // the pin
  x = d*cos(phi);
  y = d*sin(phi);
end PinnedBodySwings;
