// stage: simulate
// model: Heater
// options: --stop 1 --intervals 2
// note: modifiers of a constraining clause apply to the component as declared and as redeclared; its own go first (spec 7.3.2)
// final: plain.sum = 12
// final: exchanged.sum = 111
model Heater
  Stage plain;
  Stage exchanged(redeclare Wide volume(a = 100));
end Heater;

model Stage
  replaceable Narrow volume(a = 10) constrainedby Narrow(a = 1, b = 2);
  Real sum = volume.sum;
end Stage;

model Narrow
  parameter Real a = 0;
  parameter Real b = 0;
  Real sum = a + b;
end Narrow;

model Wide
  extends Narrow(sum = a + b + 9);
end Wide;
