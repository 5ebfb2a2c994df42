// stage: flatten
// model: M
// note: Two outside connectors joined without a component between them; stream variables pass through.
connector Port
  Real p;
  flow Real m_flow;
  stream Real h;
end Port;

model Through
  Port a, b;
equation
  connect(a, b);
end Through;

model Tank
  parameter Real h0 = 1;
  Port port;
  Real h = inStream(port.h);
equation
  port.h = h0;
  port.m_flow = h0 - port.p;
end Tank;

model M
  Through t;
  Tank left, right(h0 = 2);
equation
  connect(left.port, t.a);
  connect(t.b, right.port);
end M;
