// stage: simulate
// note: pendulum in Cartesian coordinates that turns over and over; the angle form beside it
// analytic: dx = 1
// analytic: dy = 1
// analytic: energy = 18
// follows: 25000 1e-6 1e-8
// note: cvode, which starts again at each exchange of states, has 0.0214 at 1e-6, 0.0023 at 1e-7 and 6e-5 at 1e-8.
// options: --stop 6
// assert: states == 4 and state_changes >= 10
// configs: --method cvode; --method dopri5; --method inline:bdf; --method inline:sdirk4; --method inline:radau5; --backend interp
model PendulumOverTheTop
  parameter Real L = 1;
  parameter Real m = 1;
  constant Real g = 9.81;
  Real x(start = 1), y(start = 0, fixed = true);
  Real vx, vy(start = -6, fixed = true);
  Real F;
  Real phi(start = 0, fixed = true), w(start = -6, fixed = true);
  Real energy = m*(vx^2 + vy^2)/2 + m*g*y;
  Real dx = 1 + x - L*cos(phi);
  Real dy = 1 + y - L*sin(phi);
equation
  der(x) = vx;
  der(y) = vy;
  m*der(vx) = -F*x/L;
  m*der(vy) = -F*y/L - m*g;
  x^2 + y^2 = L^2;
  der(phi) = w;
  L*der(w) = -g*cos(phi);
end PendulumOverTheTop;
