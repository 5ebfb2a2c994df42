// stage: check
// options: --strict
// model: Uses
// note: what missing_modified.mo has as a warning
// expect-error: ModifiedElementNotFound
model Uses
  System system;
  Real y = system.pipe.length*time;
end Uses;
model System
  Pipe pipe(length = 2, roughness = 1e-5);
end System;
model Pipe
  parameter Real length = 1;
end Pipe;
