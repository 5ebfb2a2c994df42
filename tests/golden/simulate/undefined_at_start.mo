// stage: simulate
// options: --stop 1
// model: Undefined
// configs: --backend interp; --method inline:bdf
// note: with the default start values of zero the equations have no value: quotients of differences, powers, logarithms
// analytic: load.difference = 2^(2/3)
// analytic: root.x = 4
// analytic: log.x = exp(1)
model Undefined
  model Load
    Real a, b, r, difference = a - b;
  equation
    r = sqrt(a - b)/(a - b);
    a = 2*r + b;
    b = 3*time + sin(b - 3*time);
  end Load;
  model Root
    Real x, y;
  equation
    y = x/sqrt(x);
    y + x = 6;
  end Root;
  model Log
    Real x, y;
  equation
    y = log(x);
    x*y = exp(1);
  end Log;
  Load load;
  Root root;
  Log log;
end Undefined;
