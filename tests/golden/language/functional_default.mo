// stage: simulate
// options: --stop 1
// note: a functional input may have a default (specification 3.6, 12.4.2)
// analytic: a = time ** 2
// analytic: b = time ** 3
// configs: --backend interp
model FunctionalDefault
  partial function F
    input Real u;
    output Real y;
  end F;
  function square
    extends F;
  algorithm
    y := u^2;
  end square;
  function cube
    extends F;
  algorithm
    y := u^3;
  end cube;
  function apply
    input Real x;
    input F f = square;
    output Real y;
  algorithm
    y := f(x);
  end apply;
  Real a = apply(time);
  Real b = apply(time, cube);
end FunctionalDefault;
