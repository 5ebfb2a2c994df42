// stage: simulate
// note: an equation is solved for the argument of a function by its inverse annotation; no iteration
// options: --stop 1
// analytic: x = log(2 + time)/3
// assert: newton_iterations >= 0
model InverseFunction
  function f
    input Real x;
    input Real k;
    output Real y;
  algorithm
    y := exp(k*x);
    annotation (inverse(x = g(y, k)), derivative = fDer);
  end f;
  function fDer
    input Real x;
    input Real k;
    input Real xDer;
    input Real kDer;
    output Real yDer;
  algorithm
    yDer := exp(k*x)*(k*xDer + x*kDer);
  end fDer;
  function g
    input Real y;
    input Real k;
    output Real x;
  algorithm
    x := log(y)/k;
  end g;
  Real x;
equation
  2 + time = f(x, 3);
end InverseFunction;
