// stage: structure
// note: a circuit that is connected to nothing that fixes its potential
// expect-error: StructurallySingular
// message: is a ground, a fixed flange or another reference missing\?
model MissingGround
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Source
    Pin p, n;
  equation
    p.v - n.v = sin(time);
    p.i + n.i = 0;
  end Source;
  model Resistor
    Pin p, n;
    parameter Real R = 2;
  equation
    p.v - n.v = R*p.i;
    p.i + n.i = 0;
  end Resistor;
  Source source;
  Resistor resistor;
equation
  connect(source.p, resistor.p);
  connect(source.n, resistor.n);
end MissingGround;
