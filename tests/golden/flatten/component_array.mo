// stage: flatten
// model: M
// note: Arrays of components, also of two dimensions, with array modifiers and slices of their members.
model Cell
  parameter Real k = 1;
  Real x(start = 0, fixed = true);
equation
  der(x) = k;
end Cell;

model M
  Cell row[3](k = {1, 2, 3});
  Cell grid[2, 2](k = [1, 2; 3, 4]);
  Cell none[0];
  Real s = sum(row.x);
  Real part[2] = row[2:3].x;
  Real column[2] = grid[:, 1].x;
  Real one = grid[2, 1].x;
  Integer count = size(none, 1);
end M;
