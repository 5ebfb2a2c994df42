// stage: simulate
// model: Room
// options: --stop 1 --intervals 2
// note: elements of an array of records whose own arrays have different sizes
// final: n = 5
// final: total = 15
model Room
  parameter Wall floor(x = {1, 2});
  parameter Wall ceiling(x = {3, 4, 5});
  Boundary boundary(walls = {floor, ceiling});
  Real n = boundary.n;
  Real total = boundary.total;
end Room;


model Boundary
  parameter Wall walls[:];
  Real n = size(walls[1].x, 1) + size(walls[2].x, 1);
  Real total = sum(walls[1].x) + sum(walls[2].x);
end Boundary;

record Wall
  parameter Real x[:];
end Wall;
