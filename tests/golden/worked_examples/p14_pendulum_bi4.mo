// stage: simulate
// options: --method inline:bi4 --step 0.01 --stop 10
// assert: abs(final.E) < 1e-7
// note: backinterpolation neither takes energy nor gives it (8.10, Figs 8.32 and 8.33 for BI2): the pendulum of W19
// note: after 10 s. BI2 is at -0.0024 then.
model PendulumBi4
  parameter Real m = 10, l = 1, g = 9.81, phi0 = 45*3.14159265358979/180;
  Real phi(start = phi0, fixed = true), w(start = 0, fixed = true);
  Real E = m*l^2*w^2/2 + m*g*l*(cos(phi0) - cos(phi));
equation
  der(phi) = w;
  der(w) = -g/l*sin(phi);
end PendulumBi4;
