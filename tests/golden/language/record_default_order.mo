// stage: simulate
// model: M
// options: --stop 1 --intervals 2
// note: defaults of a record constructor may use fields that are declared later
// final: a = 2
// final: b = 0.5
model M
  Orifice one = Orifice();
  Orifice other = Orifice(width = 5);
  Real a = one.area;
  Real b = other.area;
end M;

record Orifice
  Real area = ratio*length;
  Real ratio = 0.1;
  Real length = width*(if width > 6 then 2 else 1);
  Real width = 10;
end Orifice;
