// stage: flatten
// model: M
// note: Attributes given by types, refined by further types, overridden by declarations.
type Length = Real(quantity = "Length", unit = "m", min = 0);
type Height = Length(displayUnit = "cm", max = 100);
type Point = Real[3](each unit = "m");
type Count = Integer(min = 0, max = 10);
type Name = String;
type Flag = Boolean(start = true);

model M
  Height h(start = 1, min = -1);
  Point p(each start = 2);
  Height line[2](start = {1, 2});
  Count n;
  parameter Name name = "tank";
  discrete Flag on;
equation
  der(h) = 1;
  p = {h, 2*h, 3*h};
  line = fill(h, 2);
  n = integer(h);
  when h > 5 then
    on = not pre(on);
  end when;
end M;
