// stage: structure
// note: A double pendulum in maximal coordinates: two bodies with three coordinates each, two pins with two constraints each. Of 12
// note: states 2*(6 - 4) are left.
// assert: len(states) == 4 and state_sets == []
model DoublePendulumMaximal
  parameter Real l1 = 1, l2 = 0.8, m1 = 1, m2 = 2, J1 = 0.1, J2 = 0.05, g = 9.81;
  Real x1, y1, p1(start = 0), x2, y2, p2(start = 0);
  Real u1, v1, w1, u2, v2, w2;
  Real fx, fy, gx, gy "forces in the pins";
equation
  der(x1) = u1;
  der(y1) = v1;
  der(p1) = w1;
  der(x2) = u2;
  der(y2) = v2;
  der(p2) = w2;
  m1*der(u1) = fx - gx;
  m1*der(v1) = fy - gy - m1*g;
  J1*der(w1) = l1/2*((fx + gx)*sin(p1) - (fy + gy)*cos(p1));
  m2*der(u2) = gx;
  m2*der(v2) = gy - m2*g;
  J2*der(w2) = l2/2*(gx*sin(p2) - gy*cos(p2));
  x1 = l1/2*cos(p1);
  y1 = l1/2*sin(p1);
  x2 = l1*cos(p1) + l2/2*cos(p2);
  y2 = l1*sin(p1) + l2/2*sin(p2);
end DoublePendulumMaximal;
