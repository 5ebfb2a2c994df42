// stage: flatten
// model: M
// note: Records: constructor with defaults, bindings, nested records, equations between whole records, arrays.
record Point
  Real x = 0;
  Real y = 0;
end Point;

record Pair
  Real x, y;
end Pair;

record Line
  Point a;
  Point b;
  parameter Integer n = 2;
end Line;

model M
  parameter Point origin(x = 1, y = 2);
  Point p = Point(y = time);
  Pair q;
  Pair r = q;
  Line l(a = p, b(x = time, y = 2*time));
  Point track[2] = {p, Point(1, time)};
  Real xs[2] = track.x;
equation
  q = Pair(x = time, y = p.y);
end M;
