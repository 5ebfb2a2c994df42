// stage: flatten
// model: M
// note: Replaceable types and connectors; modifiers on the declaration with the type stay.
type Voltage = Real(unit = "V");
type Current = Real(unit = "A");

connector Pin
  replaceable type Potential = Voltage constrainedby Real;
  Potential v(start = 1);
  flow Current i;
end Pin;

model Part
  Pin p;
equation
  p.v = time;
end Part;

model M
  Part a;
  Part b(p(redeclare type Potential = Real(unit = "mV", min = 0)));
end M;
