// stage: check
// options: --strict
// model: Uses
// note: what protected_used.mo has as a warning
// expect-error: ProtectedAccess
model Part
protected
  Real hidden[2] = {time, 2*time};
end Part;
model Uses
  Part part;
  Real y = part.hidden[2];
end Uses;
