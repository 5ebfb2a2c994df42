// stage: flatten
// model: M
// note: actualStream alone jumps at flow reversal: it keeps its condition (15.3).
connector Port
  Real p;
  flow Real m_flow;
  stream Real h;
end Port;
model A
  Port port;
  Real h_seen = actualStream(port.h);
equation
  port.m_flow = sin(time);
  port.h = 1;
end A;
model B
  Port port;
equation
  port.p = 1;
  port.h = 2;
end B;
model M
  A a;
  B b;
equation
  connect(a.port, b.port);
end M;
