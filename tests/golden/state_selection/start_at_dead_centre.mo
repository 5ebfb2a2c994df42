// stage: simulate
// options: --stop 1
// note: the start values fit y as state, not x: for x^2 + y^2 = 1 at y = 0 the other choice is singular. From rest it falls
// assert: states == 2
// analytic: length = 1
// analytic: energy = 5
// tolerance: 1e-4
model DeadCentre
  Real x(start = 1), y(start = 0), vx(start = 0), vy(start = 0), F;
  Real length = x^2 + y^2;
  Real energy = (vx^2 + vy^2)/2 + 9.81*y + 5;
equation
  x^2 + y^2 = 1;
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y - 9.81;
end DeadCentre;
