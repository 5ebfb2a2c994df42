// stage: check
// options: --strict
// model: Uses
// note: what final_same_value.mo has as a warning
// expect-error: FinalSameValue
model Uses
  constant Integer three = 3;
  parameter Real p = 4;
  Part a(n = 3.0);
  Part b(n = three);
  Outer c(k = p);
  Real y = a.n*c.part.gain*time;
protected
  model Outer
    parameter Real k = 1;
    Part part(final gain = k);
  end Outer;
end Uses;
model Part
  final parameter Real n = 3;
  parameter Real gain = 1;
end Part;
