// stage: flatten
// model: M
// note: inStream with two, three and one connected ports (chapter 15).
connector Port
  Real p;
  flow Real m_flow;
  stream Real h;
end Port;

model Source
  parameter Real p0 = 1;
  parameter Real h0 = 100;
  Port port;
equation
  port.p = p0;
  port.h = h0;
end Source;

model Pipe
  Port a, b;
equation
  a.m_flow + b.m_flow = 0;
  a.p - b.p = 2*a.m_flow;
  a.h = inStream(b.h);
  b.h = inStream(a.h);
end Pipe;

model Sensor
  Port port;
  Real T = inStream(port.h);
equation
  port.m_flow = 0;
  port.h = 0;
end Sensor;

model Two
  Source s(p0 = 2);
  Pipe pipe;
  Source t(p0 = 1);
equation
  connect(s.port, pipe.a);
  connect(pipe.b, t.port);
end Two;

model M
  Two two;
  Source a, b;
  Pipe pipe;
  Sensor sensor;
equation
  connect(a.port, pipe.a);
  connect(pipe.b, b.port);
  connect(sensor.port, b.port);
end M;
