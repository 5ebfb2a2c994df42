// stage: flatten
// model: M
// note: A component whose condition is false is removed, with its connections and modifiers.
connector Port
  Real T;
  flow Real Q;
end Port;

model Source
  parameter Real T = 300;
  Port p;
equation
  p.T = T;
end Source;

model Loss
  Port p;
equation
  p.Q = -time;
end Loss;

model Resistor
  parameter Boolean useHeat = false;
  parameter Integer n = 2;
  Port heat if useHeat;
  Source ambient(T = 293) if not useHeat;
  Loss loss;
  Real extra[n] = fill(time, n) if n > 2;
equation
  connect(loss.p, heat);
  connect(loss.p, ambient.p);
end Resistor;

model M
  Source s;
  Resistor cold;
  Resistor warm(useHeat = true, n = 3);
equation
  connect(s.p, warm.heat);
end M;
