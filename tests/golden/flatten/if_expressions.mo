// stage: flatten
// model: M
// note: if-expressions with conditions known at translation; arrays in branches; nested.
model M
  parameter Integer kind = 2;
  constant Boolean c = false;
  Real a = if kind == 1 then time else 2*time;
  Real b = if c then 1/0 else 3*time;
  Real d[2] = if time > 1 then {1, 2} else {3, time};
  Real e = if a > 1 then if b > 2 then 1 else 2 else 3;
  Real f = (if a > 1 then 1 else 2)*3;
end M;
