// stage: check
// model: Plant
// note: what a type fixes as final stays: specification 7.2.6
type Angle = Real(final unit = "rad", displayUnit = "deg");
type Wide = Angle(min = -10, max = 10);
model Joint
  Wide phi(final min = -1) = 0;
end Joint;
model Plant
  // expect-error@+1: FinalElement
  Angle a(unit = "deg") = 1;
  Angle b(displayUnit = "rad") = 1;
  // expect-error@+1: FinalElement
  Joint j(phi(min = -2, max = 2));
  Wide w(min = 0) = 1;
end Plant;
