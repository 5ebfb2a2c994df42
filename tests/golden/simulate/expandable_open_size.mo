// stage: simulate
// model: Car
// options: --stop 1 --intervals 2
// note: an array of a bus declared without a size has that of what is connected to it (spec 9.1.3)
// analytic: total = 6*time
model Car
  Sensors sensors;
  Display display;
  Bus bus;
  Real total = sum(display.u);
equation
  connect(sensors.y, bus.speeds);
  connect(bus.speeds, display.u);
end Car;

expandable connector Bus
  Real speeds[:];
end Bus;

block Sensors
  Output y[3] = {time, 2*time, 3*time};
end Sensors;

block Display
  Input u[3];
end Display;

connector Input = input Real;
connector Output = output Real;
