// stage: flatten
// model: M
// note: An outer function and an outer model get the inner ones' definition.
model Part
  outer function force
    input Real x;
    output Real y;
  end force;
  Real f = force(time);
end Part;

model M
  inner function force
    input Real x;
    output Real y;
  algorithm
    y := 3*x;
  end force;
  Part part;
end M;
