// stage: simulate
// model: M
// note: 1 kg/s with h = 10 and 3 kg/s with h = 50 meet: the sink sees 40, the reversed branch its own neighbour's value.
// analytic: sink.seen = 40
// analytic: sink.carried = 4*40
// analytic: a.back = 50
connector Port
  Real p;
  flow Real m_flow;
  stream Real h;
end Port;

model Source
  parameter Real m;
  parameter Real h0;
  Port port;
  Real back = inStream(port.h) + 0*time;
equation
  port.m_flow = -m;
  port.h = h0;
end Source;

model Sink
  Port port;
  Real seen = inStream(port.h) + 0*time;
  Real carried = port.m_flow*actualStream(port.h);
equation
  port.p = 1;
  port.h = 0;
end Sink;

model M
  Source a(m = 1, h0 = 10), b(m = 3, h0 = 50);
  Sink sink;
equation
  connect(a.port, b.port);
  connect(b.port, sink.port);
end M;
