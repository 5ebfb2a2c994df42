// stage: check
// model: M
model A
  Real y = 1;
end A;

model M
  // expect-error@+1: NotSupportedYet
  Real x[2000000000];
  // expect-error@+1: NotSupportedYet
  Real wide[9000000000000000000];
  // the product, not one of the sizes
  // expect-error@+1: NotSupportedYet
  Real matrix[65536, 65536, 65536];
  // expect-error@+1: NotSupportedYet
  A a[1000000000];
  // expect-error@+1: NotSupportedYet
  A b[65536, 65536];
end M;
