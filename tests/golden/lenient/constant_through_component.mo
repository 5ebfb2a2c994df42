// stage: simulate
// options: --stop 1
// model: Uses
// expect-warning: ConstantThroughComponent
// message: named here through the component 'part'
// analytic: y = 7 * time + 10
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
