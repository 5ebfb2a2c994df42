// stage: check
// options: --strict
// model: Uses
// note: what icon_of_another_kind.mo has as a warning
// expect-error: BaseOnlyIcon
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
