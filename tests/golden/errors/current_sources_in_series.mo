// stage: structure
// expect-error@+9: StructurallySingular
// message: two components prescribe the same variable
// note: Nothing is missing here; it was asked for a ground.
model TwoCurrents
  import Formola.Electrical.*;
  Sources.ConstantCurrent a(I = 1), b(I = 2);
  Ground g;
equation
  connect(a.p, g.p);
  connect(a.n, b.p);
  connect(b.n, g.p);
end TwoCurrents;
