// stage: flatten
// model: M
// options: --set a[2].R=5 --set b.a[1].R=7 --set p=3
// note: --set names elements of component arrays as the results do.
model A
  parameter Real R = 1;
end A;
model B
  A a[2](R = {10, 20});
end B;
model M
  A a[2];
  B b;
  parameter Real p = 2;
end M;
