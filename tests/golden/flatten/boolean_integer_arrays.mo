// stage: flatten
// model: M
// options: --scalar
// note: Arrays of Boolean and Integer: constructors, logic per element, conversion to Real, reductions to counts.
model M
  Real x[3] = {time, 2*time, 3*time};
  Boolean b[3] = {x[i] > i for i in 1:3};
  Integer n = sum(if b[i] then 1 else 0 for i in 1:3);
  Integer k[3] = 1:3;
  Real r[3] = k*0.5;
  Real q[3] = k ./ {2, 4, 8};
  Integer m[2, 2] = [1, 2; 3, 4]*2;
  Boolean any_ = b[1] or b[2] or b[3];
  Real e[3] = 1:0.5:2;
  Real d[:] = 3:-1:1;
end M;
