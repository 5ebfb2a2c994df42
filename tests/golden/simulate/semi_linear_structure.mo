// stage: structure
// note: with rule 1 for semiLinear nothing is solved together
// assert: all(b.kind == 'assign' for b in blocks)
model Chain
  Real h1(start = 1, fixed = true), h2(start = 2, fixed = true);
  Real p, q, H, m = cos(time);
equation
  H = semiLinear(m, h1, p);
  -H = semiLinear(-m, q, p);
  semiLinear(m, q, h2) = H;
  der(h1) = -H;
  der(h2) = H;
end Chain;
