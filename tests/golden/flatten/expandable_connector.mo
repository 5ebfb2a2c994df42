// stage: flatten
// model: M
// note: Variables of an expandable connector are made by what is connected to it.
connector RealInput = input Real;
connector RealOutput = output Real;

expandable connector Bus
  Real declared;
end Bus;

block Source
  parameter Real k = 1;
  RealOutput y = k*time;
end Source;

block Sink
  RealInput u;
  Real x = 2*u;
end Sink;

model Plant
  Bus bus;
  Source s(k = 3);
equation
  connect(s.y, bus.speed);
end Plant;

model M
  Bus bus;
  Plant plant;
  Sink sink;
  Source other;
  Sink end_;
equation
  connect(plant.bus, bus);
  connect(bus.speed, sink.u);
  connect(other.y, bus.declared);
  connect(bus.declared, end_.u);
end M;
