// stage: flatten
// model: M
// note: Functions that inherit inputs and outputs, add some, change defaults; aliases of functions.
partial function Base
  input Real x;
  input Real scale = 1;
  output Real y;
end Base;

function f
  extends Base(scale = 10);
  input Real offset = 0;
algorithm
  y := scale*x + offset;
end f;

function h = f(offset = 5);

package P
  function g = h;
end P;

model M
  Real a = f(time);
  Real b = f(time, 2, 3);
  Real c = h(time);
  Real d = P.g(time, scale = 7);
end M;
