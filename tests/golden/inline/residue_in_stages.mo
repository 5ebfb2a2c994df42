// stage: structure
// options: --method inline:radau3
// assert: {"b", "$1.b"} <= set(inline.blocks[0].iteration_variables)
// note: residue(b) makes its equation the residual of b, in each stage. Without it the iteration is on c, and the equation is solved for b.
model ResidueInStages
  Real x(start = 1, fixed = true);
  Real a, b, c;
equation
  a + sin(b) = x;
  b + c^2*exp(c) = 2*a + residue(b);
  c = b - 0.2*a*x;
  der(x) = -c;
end ResidueInStages;
