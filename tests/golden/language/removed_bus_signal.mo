// stage: simulate
// model: Station
// options: --stop 1 --intervals 2
// note: a connection to a component that its condition removes brings nothing to the bus, declared there or not
// analytic: t = 2*time
model Station
  parameter Boolean humid = false;
  Sensor dry;
  Sensor wet if humid;
  Input ambient if humid;
  Bus bus;
  Display display;
  Real t = display.u;
equation
  connect(dry.y, bus.dryBulb);
  connect(wet.y, bus.wetBulb);
  connect(ambient, bus.ambient);
  connect(bus.dryBulb, display.u);
end Station;

expandable connector Bus
  Real dryBulb;
  Real wetBulb;
end Bus;

block Sensor
  Output y = 2*time;
end Sensor;

block Display
  Input u;
end Display;

connector Input = input Real;
connector Output = output Real;
