// stage: structure
// note: A choice of 79 states of 80 is more than is pivoted at run time: it is made once, and that is said.
// expect-warning: StaticStateSelection
// assert: len(states) == 158 and state_sets == []
model LargeStateSet
  parameter Integer n = 80;
  Real x[n](start = linspace(0.05, 0.15, n)), v[n], F;
equation
  der(x) = v;
  for k in 1:n loop
    der(v[k]) = -k*x[k] - F*x[k];
  end for;
  x*x = 1;
end LargeStateSet;
