// stage: simulate
// options: --stop 1
// model: BusArrayElements
// note: an element of an array in a bus that nothing is connected to has its default value (specification 3.6, 9.1.3)
// analytic: y = 6 * time
// analytic: z = 3 * time
// configs: --backend interp
expandable connector Bus
end Bus;
connector RealInput = input Real;
connector RealOutput = output Real;
connector BooleanInput = input Boolean;
connector BooleanOutput = output Boolean;
block Source
  parameter Real k = 1;
  RealOutput y = k*time;
  BooleanOutput b = time < 2;
end Source;
block Sink
  RealInput u;
  BooleanInput b;
end Sink;
model Sends
  Bus bus;
  Source three(k = 3), six(k = 6);
equation
  connect(three.y, bus.signal[2]);
  connect(six.y, bus.signal[4]);
  connect(three.b, bus.on[3]);
end Sends;
model Takes
  Bus bus;
  Sink sink;
equation
  connect(bus.signal[4], sink.u);
  connect(bus.on[3], sink.b);
end Takes;
model BusArrayElements
  Sends sends;
  Takes takes;
  Bus bus;
  Real y = takes.sink.u;
  Real z = if takes.sink.b then sends.bus.signal[2] else 0;
equation
  connect(sends.bus, bus);
  connect(bus, takes.bus);
end BusArrayElements;
