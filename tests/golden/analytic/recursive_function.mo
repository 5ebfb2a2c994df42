// stage: simulate
// analytic: y = exp(time) - 1
// analytic: s = time*sin(time)
// tolerance: 1e-7
// configs: --backend interp
// model: RecursiveFunction.Test
// note: functions that call themselves: Simpson's rule with an integrand as argument, and a sum by halves
package RecursiveFunction
  partial function Integrand
    input Real x;
    output Real y;
  end Integrand;

  function adaptive
    input Integrand f;
    input Real a, b, fa, fm, fb, tolerance;
    output Real area;
  protected
    Real m, left, right, whole, halves;
  algorithm
    m := (a + b)/2;
    left := f((a + m)/2);
    right := f((m + b)/2);
    whole := (b - a)/6*(fa + 4*fm + fb);
    halves := (b - a)/12*(fa + 4*left + 2*fm + 4*right + fb);
    if abs(whole - halves) <= 15*tolerance then
      area := halves + (halves - whole)/15;
    else
      area := adaptive(f, a, m, fa, left, fm, tolerance/2) + adaptive(f, m, b, fm, right, fb, tolerance/2);
    end if;
  end adaptive;

  function integral
    input Integrand f;
    input Real a, b, tolerance;
    output Real area;
  algorithm
    area := adaptive(f, a, b, f(a), f((a + b)/2), f(b), tolerance);
  end integral;

  function grow
    extends Integrand;
  algorithm
    y := exp(x);
  end grow;

  function sum8 "By halves"
    input Real v[8];
    input Integer first, last;
    output Real s;
  protected
    Integer middle;
  algorithm
    if first == last then
      s := v[first];
    else
      middle := div(first + last, 2);
      s := sum8(v, first, middle) + sum8(v, middle + 1, last);
    end if;
  end sum8;

  model Test
    Real y = integral(function grow(), 0, time, 1e-10);
    Real s = sum8({1, 2, -3, 0.5, 0.5, 4, -5, 1}, 1, 8)*time*sin(time);
  end Test;
end RecursiveFunction;
