// stage: structure
// note: W6: a planar rigid body pinned at distance d from its centre of mass has 2 states of 6, and der(w) = .../(J + m*d*d)
// assert: states == ['phi', 'w'] and state_sets == [] and differentiated_equations == 7
// assert: sum(b.torn for b in blocks) <= 1
model PinnedBody
  parameter Real m = 2, J = 0.3, d = 0.5, g = 9.81;
  Real x, y, vx, vy;
  Real phi(start = 0.3, stateSelect = StateSelect.prefer), w(start = 0, stateSelect = StateSelect.prefer);
  Real fx, fy;
equation
  // Newton and Euler, in the centre of mass
  der(x) = vx;
  der(y) = vy;
  der(phi) = w;
  m*der(vx) = fx;
  m*der(vy) = fy - m*g;
  J*der(w) = d*sin(phi)*fx - d*cos(phi)*fy;
  // the pin
  x = d*cos(phi);
  y = d*sin(phi);
end PinnedBody;
