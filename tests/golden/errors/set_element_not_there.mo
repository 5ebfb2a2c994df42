// stage: check
// model: M
// options: --set a[3].R=1 --set b[1].R=1 --set a[1].Q=1
// expect-error: IndexOutOfBounds
// expect-error: TooManySubscripts
// expect-error: NothingToModify
model A
  parameter Real R = 1;
end A;
model M
  A a[2];
  A b;
end M;
