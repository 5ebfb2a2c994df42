// stage: flatten
// model: M
// note: A bus that becomes a member of another bus by a connection brings its members along (9.1.3).
connector RealInput = input Real;
connector RealOutput = output Real;

expandable connector Bus
end Bus;

block Source
  RealOutput y = time;
end Source;

block Sink
  RealInput u;
end Sink;

model Engine
  Bus bus;
  Source s;
equation
  connect(s.y, bus.speed);
end Engine;

model Display
  Bus bus;
  Sink k;
equation
  connect(bus.speed, k.u);
end Display;

model M
  Bus main;
  Engine engine;
  Display display;
equation
  connect(engine.bus, main.engine);
  connect(main.engine, display.bus);
end M;
