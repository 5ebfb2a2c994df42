// stage: simulate
// model: M
// analytic: x = exp(-time)
// message: completed with the start values of: x
model M
  Real x(start = 1);
equation
  der(x) = -x;
end M;
