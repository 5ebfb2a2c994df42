// stage: flatten
// model: M
// note: Stream variables of an outside connector: the component's mix is passed on to the outside.
connector Port
  Real p;
  flow Real m_flow(min = -10);
  stream Real h;
end Port;

model Tank
  parameter Real h0 = 1;
  Port port;
equation
  port.p = h0;
  port.h = h0;
end Tank;

model Valve
  Port a, b;
equation
  a.m_flow = a.p - b.p;
  a.m_flow + b.m_flow = 0;
  a.h = inStream(b.h);
  b.h = inStream(a.h);
end Valve;

model Box
  Port outlet;
  Tank tank(h0 = 3);
  Valve valve;
equation
  connect(tank.port, valve.a);
  connect(valve.b, outlet);
end Box;

model M
  Box box;
  Tank tank;
equation
  connect(box.outlet, tank.port);
end M;
