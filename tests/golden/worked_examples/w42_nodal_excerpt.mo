// stage: structure
// options: --ignore-hints
// note: W42: the excerpt of Fig. 2, node 2 behind a resistor. Modified nodal analysis leaves two of the five equations; the order found
// note: automatically leaves none: i1 follows from a formula with the denominator 1 + R1/R5 + R1/R3, the others one after the other.
// assert: [b.size for b in blocks if b.kind == 'linear'] == [5] and sum(b.numeric for b in blocks) == 0
// assert: max(b.operations for b in blocks) <= 16
model NodalExcerpt
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
end NodalExcerpt;
