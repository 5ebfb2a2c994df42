// stage: simulate
// model: Clock
// options: --stop 1 --intervals 2
// note: enumerations with the same literals are the same type, whatever their names (spec 6.4)
// final: hours = 2
model Clock
  type Zone = enumeration(local, universal);
  parameter Zone zone = Zone.universal;
  Display display(zone = zone);
  Real hours = display.hours;
end Clock;

model Display
  type TimeZone = enumeration(local, universal);
  parameter TimeZone zone = TimeZone.local;
  Real hours = if zone == TimeZone.universal then 2 else 1;
end Display;
