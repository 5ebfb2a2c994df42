// stage: simulate
// options: --stop 3 --tolerance 1e-9
// note: a planar four-bar loop (links 2, 2, 2 on a ground of 3) in which no link can turn round: each of the three angles comes to rest at its
// own limits, where it is no state, and no stateSelect says which to take. Nothing takes energy out.
// analytic: drift = 10
// tolerance: 5e-4
// assert: states == 2 and state_changes > 5
// configs: --method cvode; --method dopri5; --method inline:bdf
model FourBar
  constant Real d = 3;
  Real a(start = 0.7), b(start = 0.34), c(start = 1.36);
  Real wa(start = 5, fixed = true), wb, wc;
  Real x1, y1, x2, y2;
  Real tx, ty;
  Real drift = 10 + (wa^2 + 0.3*wb^2 + 0.4*wc^2 + 0.1*(der(x1)^2 + der(y1)^2))/2 - e0;
  parameter Real e0(fixed = false);
initial equation
  a = 0.7;
  drift = 10;
equation
  der(a) = wa;
  der(b) = wb;
  der(c) = wc;
  x1 = 2*cos(a);
  y1 = 2*sin(a);
  x2 = d + 2*cos(c);
  y2 = 2*sin(c);
  x1 + 2*cos(b) = x2;
  y1 + 2*sin(b) = y2;
  // tx and ty are the forces at the joint that closes the loop; at (x1, y1) sits a mass of 0.1
  1.4*der(wa) = -2*sin(a)*tx + 2*cos(a)*ty;
  0.3*der(wb) = -2*sin(b)*tx + 2*cos(b)*ty;
  0.4*der(wc) = 2*sin(c)*tx - 2*cos(c)*ty;
end FourBar;
