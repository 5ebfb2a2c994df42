// stage: structure
// options: --method inline:mixed
// assert: inline.explicit_states == []
// assert: inline.iteration_variables == 1
// note: The diagonal says that x is slow, but with y following it at once x moves at a rate of 1000: nothing may be explicit.
model MixedAllStiff
  Real x(start = 1, fixed = true);
  Real y(start = -1000, fixed = true);
equation
  der(x) = y;
  der(y) = -1e6*(y + 1000*sinh(x));
  annotation(experiment(StopTime = 10));
end MixedAllStiff;
