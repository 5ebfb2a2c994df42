// stage: simulate
// options: --stop 0.95 --intervals 7
// analytic: k = floor(10*time)
// analytic: n = 3*floor(10*time)
// analytic: m = -floor(-4*time)
// configs: --method cvode; --method inline:radau5; --backend interp
// note: the function became a Real, and the equation with it, so that nothing determined k
model IntegerFunctionOnTheLeft
  Integer k, n, m;
equation
  integer(10*time) = k;
  3*integer(10*time) = n;
  integer(ceil(4*time)) = m;
end IntegerFunctionOnTheLeft;
