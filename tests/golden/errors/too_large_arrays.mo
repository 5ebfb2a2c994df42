// stage: check
// model: M
model A
  Real y = 1;
end A;

model M
  // expect-error@+1: TooLarge
  Real x[2000000000];
  // expect-error@+1: TooLarge
  Real wide[9000000000000000000];
  // the product, not one of the sizes
  // expect-error@+1: TooLarge
  Real matrix[65536, 65536, 65536];
  // expect-error@+1: TooLarge
  A a[1000000000];
  // expect-error@+1: TooLarge
  A b[65536, 65536];
end M;
