// stage: simulate
// options: --stop 1
// model: Uses
// note: a package and a function with the icon of a model
// expect-warning@+8: BaseOnlyIcon
// expect-warning@+11: BaseOnlyIcon
// message: neither components nor equations
// analytic: x = 6 * time
partial model Icon
  annotation(Icon(graphics = {Rectangle(extent = {{-100, -100}, {100, 100}})}));
end Icon;
package Constants
  extends Icon;
  constant Real two = 2;
end Constants;
function triple
  extends Icon;
  input Real u;
  output Real y = 3*u;
algorithm
end triple;
model Uses
  Real x = triple(Constants.two*time);
end Uses;
