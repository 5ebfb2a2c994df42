// stage: simulate
// options: --stop 1
// model: Sizes
// note: the branch that a known condition selects gives the size (specification 6.7); no rule is broken
// analytic: s = 3 * time
model Sizes
  parameter Boolean long = true;
  parameter Integer n = if long then 3 else 2;
  Real x[n] = if long then {time, time, time} else {time, time};
  Real s = sum(x);
end Sizes;
