// stage: check
// model: M
model M
  Real x(start = 1);
equation
  der(x) = -x;
algorithm
  // expect-error@+1: ReinitOutsideWhen
  reinit(x, 2);
algorithm
  // expect-error@+1: ReinitOutsideWhen
  when {initial(), x < 0.5} then
    // expect-warning@+1: ReinitInAlgorithm
    reinit(x, 2);
  end when;
end M;
