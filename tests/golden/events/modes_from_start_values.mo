// stage: simulate
// options: --stop 1
// note: x > 1 has the root 5, which the start value is near, and the contradicting root 0.2, to which Newton's method comes from what x <= 1 leads to
// analytic: x = 5 + time
// configs: --method inline:bdf; --method ida; --backend interp
model ModesFromStartValues
  Real x(start = 6);
equation
  0 = if x > 1 then (x - 5 - time)*(x - 0.2) else x - 2;
end ModesFromStartValues;
