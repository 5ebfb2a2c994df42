// stage: check
model EqualInAlgorithm
  Real x;
algorithm
  // expect-error@+1: EqualInAlgorithm
  x = 1;
end EqualInAlgorithm;
