// stage: simulate
// options: --stop 1 --tolerance 1e-8 --filter ^(x|w.spring.f|k)$
// configs: --method inline:bdf; --backend interp
// analytic: x = 1
// analytic: w.spring.f = 9.81
// analytic: k = (9.81/0.9)^2
// tolerance: 1e-6
// note: a parameter without a value is determined through parameters that follow from it.
model ParameterBehindAnother
  model Spring
    parameter Real c, square;
    Real f, s;
  equation
    f = c*(s - 0.1);
  end Spring;
  model Housing
    parameter Real c(min = 0);
    final parameter Real half = c/2;
    Spring spring(final c = 2*half, final square = half*c*2);
  end Housing;
  Housing w(c(fixed = false, start = 100));
  Real x(start = 1, fixed = true), v(start = 0, fixed = true), a(start = 0, fixed = true), k = w.spring.square;
equation
  v = der(x);
  a = der(v);
  w.spring.s = x;
  a = 9.81 - w.spring.f;
end ParameterBehindAnother;
