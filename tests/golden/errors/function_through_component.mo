// stage: check
// model: Plant
// note: a function is called through components that are no arrays, then classes: specification 5.3.2
model Field
  function value
    input Real x;
    output Real y = 2 * x;
  algorithm
  end value;
  package Sub
    constant Data data;
    record Data
      Real c = 1;
      encapsulated function scale
        input Real x;
        output Real y = 3 * x;
      algorithm
      end scale;
    end Data;
  end Sub;
end Field;
model Plant
  Field f;
  Field g[2];
  Real a = f.value(1);
  Real b = g[2].value(1);
  // expect-error@+1: ClassThroughComponent
  Real c = g.value(1);
  // expect-error@+1: NotAClass
  Real d = f.Sub.data.scale(1);
  // expect-error@+1: ClassThroughComponent
  function short = f.value;
  Real e = short(1);
end Plant;
