// stage: flatten
// model: M
// note: A bus inside a bus, a bus seen by two subsystems.
connector RealInput = input Real;
connector RealOutput = output Real;

expandable connector SubBus
end SubBus;

expandable connector Bus
  SubBus sub;
end Bus;

block Source
  RealOutput y = time;
end Source;

block Vector
  RealOutput y[2] = {time, 2*time};
end Vector;

block Sink
  RealInput u;
end Sink;

model Sensors
  Bus bus;
  Source s;
  Vector v;
equation
  connect(s.y, bus.sub.angle);
  connect(v.y[2], bus.force);
end Sensors;

model Control
  Bus bus;
  Sink k, f;
equation
  connect(bus.sub.angle, k.u);
  connect(bus.force, f.u);
end Control;

model M
  Sensors sensors;
  Control control;
equation
  connect(sensors.bus, control.bus);
end M;
