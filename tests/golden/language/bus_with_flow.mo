// stage: simulate
// model: Vehicle
// options: --stop 1 --intervals 2
// note: a flow that another component brings to a bus is zero in a component that does not use it (spec 9.1.3)
// analytic: speed = 2*time
// analytic: torque = 0
model Vehicle
  Driver driver;
  Environment environment;
  Real speed = environment.u;
  Real torque = driver.wheel.tau;
equation
  connect(driver.bus, environment.bus);
end Vehicle;

connector Flange
  Real phi;
  flow Real tau;
end Flange;

expandable connector Bus
end Bus;

model Wheel
  Flange flange;
  Real tau = flange.tau;
equation
  flange.phi = time;
end Wheel;

model Driver
  Bus bus;
  Wheel wheel;
  Source source;
equation
  connect(wheel.flange, bus.wheel);
  connect(source.y, bus.speed);
end Driver;

model Environment
  Bus bus;
  Input u;
equation
  connect(bus.speed, u);
end Environment;

block Source
  Output y = 2*time;
end Source;

connector Input = input Real;
connector Output = output Real;
