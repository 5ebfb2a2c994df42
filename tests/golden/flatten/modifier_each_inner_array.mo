// stage: flatten
// model: M
// note: each belongs to the outer array only: every inner array gets the whole value (7.2.5).
model Leaf
  parameter Real k = 0;
  Real x = k*time;
end Leaf;
model Branch
  Leaf leaf[2](k = {1, 2});
end Branch;
model M
  Branch b[2](each leaf(k = {7, 8}));
end M;
