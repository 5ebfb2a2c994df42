// stage: check
// options: --strict
// model: Uses
// note: what constant_through_component.mo has as a warning
// expect-error: ConstantThroughComponent
package Small
  constant Integer n = 2;
  constant Real x[n] = {3, 4};
  package Inner
    constant Real k = 10;
  end Inner;
end Small;
package Large
  extends Small(n = 3, x = {5, 6, 7});
end Large;
model Part
  replaceable package Medium = Small;
  parameter Real u = 1;
end Part;
model Uses
  Part part(redeclare package Medium = Large, u = part.Medium.x[3]);
  Real y = part.u*time + part.Medium.Inner.k;
end Uses;
