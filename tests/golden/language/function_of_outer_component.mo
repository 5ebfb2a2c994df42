// stage: simulate
// options: --stop 1
// analytic: a.y = 10*time
// analytic: other.b.y = 3*time + 1
// note: A function called through an outer component is that of the inner one: with its modifiers and as redeclared
// note: there (specification 5.4), not that of the class of the outer one.
model FunctionOfOuterComponent
  partial function Field
    input Real x;
    output Real y;
  end Field;
  function linear
    extends Field;
    input Real slope = 1;
  algorithm
    y := slope*x;
    annotation(Inline = true);
  end linear;
  function shifted
    extends Field;
    input Real slope;
  algorithm
    y := slope*x + 1;
  end shifted;
  model World
    parameter Real k = 2;
    replaceable function field = linear(slope = k) constrainedby Field;
  end World;
  model Body
    outer World world;
    Real y = world.field(time);
  end Body;
  model Other
    inner World world(redeclare function field = shifted(slope = slope));
    parameter Real slope = 3;
    Body b;
  end Other;
  inner World world(k = 10);
  Body a;
  Other other;
end FunctionOfOuterComponent;
