// stage: flatten
// model: M
// note: A port that can only take in (min = 0) drops out of the mixing of the others (15.2).
connector Port
  Real p;
  flow Real m_flow;
  stream Real h;
end Port;

model Source
  Port port;
  Real h = inStream(port.h);
equation
  port.p = 1;
  port.h = 10;
end Source;

model Sink
  Port port(m_flow(min = 0));
  Real h = inStream(port.h);
equation
  port.m_flow = 1;
  port.h = 0;
end Sink;

model M
  Source a, b;
  Sink s;
equation
  connect(a.port, s.port);
  connect(b.port, s.port);
end M;
