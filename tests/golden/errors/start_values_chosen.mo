// stage: simulate
// model: M
// analytic: x = exp(-time)
// expect-note: StartValuesChosen
// message: completed with the start values of: x
model M
  Real x(start = 1);
equation
  der(x) = -x;
end M;
