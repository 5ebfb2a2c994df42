// stage: flatten
// model: M
// note: Array modifiers two levels deep: of an array of components inside an array of components.
model Leaf
  parameter Real k = 0;
  Real x = k*time;
end Leaf;

model Branch
  Leaf leaf[2](k = {1, 2});
  parameter Real w = 0;
end Branch;

model M
  Branch a[2](leaf(k = {{1, 2}, {3, 4}}), w = {5, 6});
  Branch c[2](each leaf(each k = 9));
  Branch d;
end M;
