// stage: check
// note: A warning: the result is what rounding makes of it. Parameters and discrete values may be compared.
model M
  parameter Real p = 1;
  discrete Real d(start = 0, fixed = true);
  Real x = time;
  // expect-warning@+1: RealEquality
  Boolean b = x == 1.0;
  // expect-warning@+1: RealEquality
  Real y = if x <> p then 1 else 2;
  Boolean c = p == 1.0 and d == 3.0;
equation
  when time > 1 then
    d = x;
  end when;
end M;
