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
  // in an expression
  // expect-error@+1: TooLarge
  Real c = sum(fill(time, 1000000000));
  // expect-error@+1: TooLarge
  Real d = max(ones(100000, 100000));
  // expect-error@+1: TooLarge
  Real e = sum({i + time for i in 1:10000, j in 1:10000});
end M;
