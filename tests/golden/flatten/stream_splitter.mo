// stage: flatten
// model: M
// note: One inside and two outside connectors: what leaves through an outside port is the mix of the others (15.2).
connector Port
  Real p;
  flow Real m_flow;
  stream Real h;
end Port;

model Tank
  parameter Real h0;
  Port port;
equation
  port.p = h0;
  port.h = h0;
end Tank;

model Box
  Port left, right;
  Tank tank(h0 = 5);
equation
  connect(left, tank.port);
  connect(right, tank.port);
end Box;

model M
  Box box;
  Tank a(h0 = 1), b(h0 = 2);
equation
  connect(a.port, box.left);
  connect(b.port, box.right);
end M;
