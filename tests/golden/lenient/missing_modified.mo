// stage: simulate
// options: --stop 1
// model: Uses
// note: a library modifies what its parts do not have, as a parameter that was removed
// expect-warning: ModifiedElementNotFound
// message: no 'roughness' in 'Pipe' to modify \(Modelica 3.6, 7.2\); this modifier has no effect
// analytic: y = 2 * time
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
