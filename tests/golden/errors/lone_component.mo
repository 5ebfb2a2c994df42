// stage: structure
// note: a component that is connected to nothing: its potentials are known only relative to each other
// expect-error: StructurallySingular
// message: nothing is connected to lonely.p, lonely.n: connect it or remove its component
model LoneComponent
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  model Resistor
    Pin p, n;
    parameter Real R = 2;
  equation
    p.v - n.v = R*p.i;
    p.i + n.i = 0;
  end Resistor;
  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;
  Resistor resistor, lonely;
  Ground ground;
equation
  connect(resistor.p, ground.p);
  connect(resistor.n, ground.p);
end LoneComponent;
