// From 0.5 rad on: at 0 the rod's spin cannot be told from the other velocities, and near it their
// equations magnify the rounding of positions a million times.
model FourBar
  extends Formola.Examples.MultiBody.SpatialFourBar(joint1(phi(start=0.5)));
end FourBar;
