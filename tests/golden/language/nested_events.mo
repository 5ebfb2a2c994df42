// stage: simulate
// model: M
// note: A thermostat: an enumeration switched by two levels, the temperature stays between 19 and 21.
// assert: final.count >= 3
// final: inBand = 1
type Heater = enumeration(off, on);

model M
  Real T(start = 20, fixed = true);
  Heater h(start = Heater.on, fixed = true);
  Integer count(start = 0, fixed = true);
  Integer inBand(start = 1, fixed = true);
equation
  der(T) = if h == Heater.on then 10 else -10;
  when T > 21 then
    h = Heater.off;
  elsewhen T < 19 then
    h = Heater.on;
  end when;
  when change(h) then
    count = pre(count) + 1;
  end when;
  when T > 21.01 or T < 18.99 then
    inBand = 0;
  end when;
  annotation(experiment(StopTime = 1));
end M;
