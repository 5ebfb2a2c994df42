// stage: flatten
// model: M
// options: --set x[2]=5 --set m[2,1]=7 --set a.k[1]=9 --set x[2]=5.5
// note: --set names elements of plain arrays, too; the first of two values for one element holds.
model A
  parameter Integer k[2] = {1, 2};
end A;
model M
  parameter Real x[3] = {1, 2, 3};
  parameter Real m[2, 2] = identity(2);
  A a;
end M;
