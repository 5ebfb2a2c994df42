// stage: flatten
// model: M
// note: Signals of the other types: Boolean, Integer, enumeration, String, records, arrays.
type Mode = enumeration(off, on);
connector BooleanInput = input Boolean;
connector BooleanOutput = output Boolean;
connector ModeInput = input Mode;
connector ModeOutput = output Mode;
connector VectorInput = input Real[2];
connector VectorOutput = output Real[2];

block Source
  BooleanOutput b = time > 1;
  ModeOutput m = if b then Mode.on else Mode.off;
  VectorOutput v = {time, 1};
end Source;

block Sink
  BooleanInput b;
  ModeInput m;
  VectorInput v;
  Real x = if b and m == Mode.on then v[1] else v[2];
end Sink;

model M
  Source s;
  Sink t;
equation
  connect(s.b, t.b);
  connect(s.m, t.m);
  connect(s.v, t.v);
end M;
