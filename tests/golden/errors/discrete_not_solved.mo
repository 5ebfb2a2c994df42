// stage: simulate
model M
  Integer n, m;
equation
  // expect-error@+1: DiscreteNotSolved
  2*n = m + integer(time);
  m = n + 1;
end M;
