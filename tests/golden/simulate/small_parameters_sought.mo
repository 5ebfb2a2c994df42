// stage: simulate
// options: --stop 1e-3 --filter ^(ofA|ofB)$
// final: ofA = 1
// final: ofB = 1
// tolerance: 1e-10
// configs: --backend interp
// note: parameters of 1e-5 without nominal values, from the time of the largest value of an impulse and that at which half of it is left; their
// note: start values say how large they are. Sought as if they were of size 1 they had eight digits. Peak and half life follow from a = 1.2e-5, b = 3.1e-4.
model SmallParametersSought
  parameter Real peak = 4.05912624476887e-05 "time of the largest value";
  parameter Real half = 0.0002677053196725459 "time at which half of it is left";
  parameter Real a(fixed = false, start = 2e-5);
  parameter Real b(fixed = false, start = 2e-4);
  parameter Real top(fixed = false, start = 1);
  Real ofA = a/1.2e-5, ofB = b/3.1e-4;
initial equation
  exp(-peak/a)/a = exp(-peak/b)/b;
  top = exp(-peak/b) - exp(-peak/a);
  0.5*top = exp(-half/b) - exp(-half/a);
end SmallParametersSought;
