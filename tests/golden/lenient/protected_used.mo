// stage: simulate
// options: --stop 1
// model: Uses
// expect-warning: ProtectedAccess
// message: cannot be used from outside \(Modelica 3.6, 4.1\)
// analytic: y = 2 * time
model Part
protected
  Real hidden[2] = {time, 2*time};
end Part;
model Uses
  Part part;
  Real y = part.hidden[2];
end Uses;
