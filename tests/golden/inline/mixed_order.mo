// stage: simulate
// options: --method inline:mixed --step 0.01 --stop 10 --explicit v
// analytic: x = cos(time)
// converges: inline:mixed 5 0.02 0.01
// note: With a fixed step: Adams-Bashforth for one state beside BDF for the other, order five.
model MixedOrder
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
end MixedOrder;
