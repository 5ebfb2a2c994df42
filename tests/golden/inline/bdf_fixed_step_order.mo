// stage: simulate
// options: --stop 10
// analytic: x = cos(time)
// converges: inline:bdf 5 0.05 0.025
// note: On a smooth problem the order goes to five, and the SDIRK steps of the start don't spoil it.
model FixedStepOrder
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
end FixedStepOrder;
