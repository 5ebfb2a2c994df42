// stage: structure
// note: W42: the excerpt of Fig. 2, node 2 behind a resistor, with relax() as in the component classes of the paper. The three equations of
// note: the branches are substituted into the other two, which are those of modified nodal analysis: v4*(1/R1 + 1/R3 + 1/R5) = ...
// assert: [(b.relaxed.substituted, b.relaxed.left) for b in blocks if b.kind == 'linear'] == [(3, 2)]
// assert: [b.size for b in blocks if b.kind == 'linear'] == [5] and sum(b.numeric for b in blocks) == 0
model RelaxedExcerpt
  parameter Real R1 = 100, R3 = 200, R5 = 50, C2 = 1e-5;
  Real v1, v3, v2, v4, i1, i2, i3, u2(start = 0, fixed = true);
equation
  v1 = 10;
  v3 = 0;
  i2 = relax(-v2)/R5;
  R1*i1 = relax(v1) - relax(v4);
  R3*i3 = relax(v3) - relax(v4);
  v2 - v4 = u2;
  i1 + i2 + i3 = 0;
  C2*der(u2) = i2;
end RelaxedExcerpt;
