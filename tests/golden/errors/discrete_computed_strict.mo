// stage: simulate
// options: --strict
model M
  Integer k = sign(time - 1);  // expect-error@+0: DiscreteComputed
end M;
