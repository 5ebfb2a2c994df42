// stage: simulate
// options: --stop 1
// model: Uses
// note: what is final is given the value that it has: literals, constants, the same parameter
// expect-warning: FinalSameValue
// message: it cannot be modified from outside \(Modelica 3.6, 7.2.6\), even by the value that it has
// analytic: y = 12 * time
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
