// stage: simulate
// model: FunctionArguments.Test
// note: functions as arguments, with inputs bound, passed on, called inside of what is passed, and with two of them; compiled, since each gives a copy of its own
// analytic: a = 1 + time*(1 + 2*time)
// analytic: b = (1 + time)**(1/3)
// analytic: c = 2*(1 + time)**(1/3) + 1
// analytic: d = (1 + 3*time) + (2 + time)**2
// analytic: e = 3 + time + 4*time**2
// analytic: x = 0.75*((1 + time)**(4/3) - 1)
// tolerance: 1e-6
// options: --tolerance 1e-8
// configs: --backend interp; --disable-pass=compileFunctions; --method cvode; --method inline:radau5
package FunctionArguments
  partial function Scalar
    input Real u;
    output Real y;
  end Scalar;

  function polynomial
    extends Scalar;
    input Real c[:] = {3, 1};
  algorithm
    y := 0;
    for i in size(c, 1):-1:1 loop
      y := y*u + c[i];
    end for;
  end polynomial;

  function root "By halves"
    input Scalar f;
    input Real low, high;
    output Real u;
  protected
    Real a = low, b = high;
    Boolean rises = f(high) > f(low);
  algorithm
    while b - a > 1e-13 loop
      u := (a + b)/2;
      if (f(u) > 0) == rises then
        b := u;
      else
        a := u;
      end if;
    end while;
    u := (a + b)/2;
  end root;

  function cube "With its own copy of a function inside"
    extends Scalar;
    input Real of;
  algorithm
    y := u^3 - twice(function polynomial(c = {of/2, 0}), u) - of/2;
  end cube;

  function twice
    input Scalar f;
    input Real u;
    output Real y = f(f(u));
  algorithm
  end twice;

  function passedOn
    input Scalar f;
    input Real low, high;
    output Real y;
  algorithm
    y := root(f, low, high) + root(high = high, f = f, low = low);
  end passedOn;

  function sum2
    input Scalar f, g;
    input Real u, v;
    output Real y;
  algorithm
    y := f(u) + g(v);
  end sum2;

  model Test
    Real a = twice(function polynomial(c = {1, time}), 2);
    Real b = root(function cube(of = 1 + time), -5, 5);
    Real c = passedOn(function cube(of = 1 + time), -5, 5) + 1;
    Real d = sum2(function polynomial(c = {1, 3}), function polynomial(c = {4, 4, 1}), time, time);
    Real e = sum2(function polynomial(), function polynomial(c = {0, 0, 4}), time, time);
    Real x(start = 0, fixed = true);
  equation
    der(x) = b;
  end Test;
end FunctionArguments;
