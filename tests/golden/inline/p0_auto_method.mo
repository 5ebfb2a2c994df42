// stage: simulate
// options: --method auto --tolerance 1e-8
// analytic: x = 1/(1 + time)
// assert: chosen_method == "inline:bdf" and fell_back_at is None
// configs: --backend interp
// note: nothing fails: the inlined method does it all, and nothing is said.
model AutoMethod
  Real x(start = 1, fixed = true);
equation
  der(x) = -x^2;
  annotation(experiment(StopTime = 3));
end AutoMethod;
