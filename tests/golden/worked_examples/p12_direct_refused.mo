// stage: simulate
// options: --disable-pass=reduceIndex --method ida
// note: issue 18, point 12: other methods than inlined ones cannot do without index reduction
// exit: 2
model DirectRefused
  Real u1(start = 0, fixed = true), u2(start = 0), i1, i2;
equation
  1 = i1 + i2;
  der(u1) = i1;
  der(u2) = i2;
  u1 = u2;
end DirectRefused;
