// stage: simulate
// options: --stop 1
// configs: --backend interp; --method inline:bdf; --method rk4 --step 0.01
// note: what initial sections and when initial() do beside determining unknowns is done once, at the start: assertions of an
// note: initial section do not hold later, and reinit() in when initial() is an initial equation (specification 8.6)
// analytic: x = 1 + time
// analytic: y = 7 + time
// analytic: n = 3 if time < 0.5 else 4
model EffectsAtStart
  Real x(start = 1, fixed = true);
  Real y(start = 0);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = 1;
  when initial() then
    reinit(y, 7);
  end when;
  when {initial(), time > 0.5} then
    n = if initial() then 3 else pre(n) + 1;
    assert(n < 5, "counted twice");
  end when;
initial equation
  assert(x < 1.5, "the start is below 1.5");
initial algorithm
  assert(y > 6.5, "y begins at 7");
end EffectsAtStart;
