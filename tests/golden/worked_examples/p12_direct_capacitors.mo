// stage: simulate
// options: --disable-pass=reduceIndex --method inline:bdf --stop 2 --tolerance 1e-8
// tolerance: 1e-5
// note: issue 18, point 12: parallel capacitors (index 2) inlined without index reduction, as seed 002 does in 8.5: the step size
// note: stands in a denominator
// final: u1 = 1 - exp(-2/3)
// final: u2 = u1
// final: i1 = 2/3*exp(-2/3)
model DirectCapacitors
  Real u1(start = 0, fixed = true), u2(start = 0), i1, i2, i;
equation
  i = 1 - u1;
  i = i1 + i2;
  2*der(u1) = i1;
  1*der(u2) = i2;
  u1 = u2;
end DirectCapacitors;
