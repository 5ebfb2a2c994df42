// stage: check
// model: Plant
model Part
  outer parameter Real g;
  Real x = g;
end Part;
model Plant
  inner parameter Real g = 1;
  // expect-error@+1: OuterModifier
  Part a(g = 2);
  // expect-error@+1: OuterModifier
  Part b(g(unit = "m/s2"));
  Part c;
end Plant;
