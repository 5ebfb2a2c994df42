// stage: structure
// expect-error: StructurallySingular
// message: equation in b: b\.V = a\.V
// message: two components prescribe the same variable
model TwoSources
  import Formola.Electrical.*;
  Sources.ConstantVoltage a(V = 10), b(V = 12);
  Resistor r(R = 1);
  Ground g;
equation
  connect(a.p, b.p);
  connect(a.p, r.p);
  connect(a.n, b.n);
  connect(a.n, r.n);
  connect(a.n, g.p);
end TwoSources;
