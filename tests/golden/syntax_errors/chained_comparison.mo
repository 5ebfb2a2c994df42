// stage: check
model ChainedComparison
  // expect-error@+1: ChainedComparison
  Boolean x = 0 < time < 1;
end ChainedComparison;
