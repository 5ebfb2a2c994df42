// stage: check
// options: --strict
// model: Uses
// note: what protected_modified.mo has as a warning
// expect-error: ProtectedModifier
model Uses
  Part part(hidden = 2);
  Real y = part.y;
end Uses;
model Part
  Real y = hidden*time;
protected
  parameter Real hidden = 1;
end Part;
