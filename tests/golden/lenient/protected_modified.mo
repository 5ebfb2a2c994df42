// stage: simulate
// options: --stop 1
// model: Uses
// expect-warning: ProtectedModifier
// message: only in an extends clause \(Modelica 3.6, 4.1\)
// analytic: y = 2 * time
model Uses
  Part part(hidden = 2);
  Real y = part.y;
end Uses;
model Part
  Real y = hidden*time;
protected
  parameter Real hidden = 1;
end Part;
