// stage: check
// options: --strict
model ReinitInAlgorithm
  Real x(start = 1, fixed = true);
equation
  der(x) = -1;
algorithm
  when x < 0.5 then
    // expect-error@+1: ReinitInAlgorithm
    reinit(x, 2);
  end when;
end ReinitInAlgorithm;
