// stage: simulate
// note: At the start pre(v) = v for a continuous v (spec 8.6), so that an initial equation may use it.
// analytic: x = 3 + time
// analytic: s = 3
model PreAtStart
  Real x(start = 3, fixed = true);
  discrete Real s;
initial equation
  s = pre(x);
equation
  der(x) = 1;
  when time > 5 then
    s = x;
  end when;
end PreAtStart;
