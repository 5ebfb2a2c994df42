// stage: check
model M
  Real x[3] = {1, 2, 3};
  discrete Real d(start = 0, fixed = true);
  parameter Integer n = -2;
  // expect-error@+1: IndexOutOfBounds
  Real a[3] = x[2:4];
  // expect-error@+1: IndexOutOfBounds
  Real b[2] = x[{0, 1}];
  // expect-error@+1: NegativeDimension
  Real c[:] = zeros(-1);
  // expect-error@+1: NegativeDimension
  Real e[:] = fill(1.0, n);
  // expect-error@+1: ArgumentType
  Real f[1] = linspace(0, 1, 1);
  // expect-error@+1: ArgumentType
  Real g = scalar({1, 2});
  // expect-error@+1: ArgumentType
  Real h = smooth(time, time);
  // expect-error@+1: ArgumentType
  Real i = der(d);
  Real j = scalar([5]) + sum(x[2:3]) + sum(zeros(0));
equation
  when time > 1 then
    d = 1;
  end when;
end M;
