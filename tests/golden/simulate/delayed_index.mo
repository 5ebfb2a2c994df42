// stage: simulate
// note: a delayed value as a subscript: at the start what is delayed is its value then, so it is computed before.
// options: --stop 1 --tolerance 1e-8
// analytic: y = 10 if time < 0.5 else 30
// configs: --backend interp
model DelayedIndex
  parameter Real table[3] = {10, 20, 30};
  Integer k;
  Real y;
  Real kr = k;
equation
  y = table[integer(delay(kr, 0.25) + 0.5)];
  k = if time < 0.25 then 1 else 3;
end DelayedIndex;
