// stage: simulate
// model: Pendulum
// options: --stop 1 --tolerance 1e-8
// final: length = 1
// final: energy = -6.936717523440031
// tolerance: 1e-5
// note: A pendulum in Cartesian coordinates is a DAE of index 3: two states are left of four; energy and length stay.
model Pendulum
  parameter Real g = 9.81;
  Real x(start = 0.7071067811865476, fixed = true);
  Real y(start = -0.7071067811865476);
  Real vx(start = 0, fixed = true);
  Real vy;
  Real F;
  Real length = sqrt(x^2 + y^2);
  Real energy = 0.5*(vx^2 + vy^2) + g*y;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F*x;
  der(vy) = -F*y - g;
  x^2 + y^2 = 1;
end Pendulum;
