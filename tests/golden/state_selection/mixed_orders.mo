// stage: simulate
// options: --tolerance 1e-8
// configs: --method ida; --method inline:bdf; --method inline:radau5; --method inline:sdirk4; --method inline:lobatto4; --backend interp
// note: constraints of two orders: the hinge is differentiated twice, wheels that do not slip sideways once. Each order has its own set of
//   states, which changes while the vehicle turns; before, such a choice was made for good. The energy is that of the start, where
//   the hinge moves by (u, -0.5*w1) along and across the vehicle.
// assert: state_changes > 0
// analytic: E = 0.5*3*4 + 0.5*0.8*1.5^2 + 0.5*(2*cos(0.1) + 0.75*sin(0.1))^2 + 0.5*0.3*(2*sin(0.1) - 0.75*cos(0.1))^2
// tolerance: 1e-5
model MixedOrders "A vehicle with a trailer on knife edges, without forces"
  parameter Real m1 = 3, J1 = 0.8, m2 = 1, J2 = 0.3;
  Real x1(start = 0, fixed = true), y1(start = 0, fixed = true), p1(start = 0.3, fixed = true);
  Real x2(start = -1.4), y2(start = -0.3), p2(start = 0.2, fixed = true);
  Real vx1(start = 2), vy1(start = 0.6), w1(start = 1.5, fixed = true), vx2(start = 2), vy2(start = 0.5), w2;
  Real s1, s2 "multipliers of the knife edges", hx, hy "and of the hinge";
  Real u(start = 2, fixed = true) "speed ahead", E;
equation
  der(x1) = vx1;
  der(y1) = vy1;
  der(p1) = w1;
  der(x2) = vx2;
  der(y2) = vy2;
  der(p2) = w2;
  u = vx1*cos(p1) + vy1*sin(p1);
  vy1*cos(p1) - vx1*sin(p1) = 0;
  vy2*cos(p2) - vx2*sin(p2) = 0;
  x1 - 0.5*cos(p1) = x2 + cos(p2);
  y1 - 0.5*sin(p1) = y2 + sin(p2);
  m1*der(vx1) = -s1*sin(p1) - hx;
  m1*der(vy1) = s1*cos(p1) - hy;
  J1*der(w1) = 0.5*(hy*cos(p1) - hx*sin(p1));
  m2*der(vx2) = -s2*sin(p2) + hx;
  m2*der(vy2) = s2*cos(p2) + hy;
  J2*der(w2) = hy*cos(p2) - hx*sin(p2);
  E = 0.5*m1*(vx1^2 + vy1^2) + 0.5*J1*w1^2 + 0.5*m2*(vx2^2 + vy2^2) + 0.5*J2*w2^2;
  annotation(experiment(StopTime = 6));
end MixedOrders;
