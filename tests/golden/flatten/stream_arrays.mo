// stage: flatten
// model: M
// note: An array as stream variable, and arrays of ports in a volume.
connector Port
  Real p;
  flow Real m_flow;
  stream Real X[2];
end Port;

model Source
  Port port;
equation
  port.p = 1 + time;
  port.X = {0.25, 0.75};
end Source;

model Volume
  parameter Integer n = 2;
  Port ports[n];
  Real arriving[n, 2];
  Real p(start = 1, fixed = true), X[2](each start = 0.5, each fixed = true);
equation
  for i in 1:n loop
    ports[i].p = p;
    ports[i].X = X;
  end for;
  der(p) = sum(ports.m_flow);
  der(X) = fill(0, 2);
  for i in 1:n loop
    arriving[i, :] = inStream(ports[i].X);
  end for;
end Volume;

model M
  Source a, b;
  Volume v;
equation
  connect(a.port, v.ports[1]);
  connect(b.port, v.ports[2]);
end M;
