// stage: structure
// options: --method inline:be --disable-pass=eliminateAliases --disable-pass=bindUnknowns --disable-pass=relaxBlocks
// assert: inline.equations == 12 and inline.iteration_variables == 0
// assert: [b.torn for b in inline.blocks if b.kind == "linear"] == [2]
// assert: all(c.growth > c.limit and c.kept > c.torn == 1 for b in inline.blocks if b.kind == "linear" for c in b.candidates if c.heuristic == "book" and not c.any_equation)
// note: With the capacitance of the circuit that seed 001 begins with, C = 0.1 uF, the choice of the book (1 torn) would lose digits where a
// note: step is long against R*C: der(uC) = iC/C follows from a difference of currents, which must vanish. inspect says so with the numbers.
model W14Small
  parameter Real R1 = 10, R2 = 20, L = 1, C = 0.1e-6;
  Real u0, u1, u2, uL, i0, i1, i2, iC;
  Real uC(start = 0, fixed = true), iL(start = 0, fixed = true);
equation
  u0 = 5*sin(time);
  u1 = R1*i1;
  u2 = R2*i2;
  uL = L*der(iL);
  iC = C*der(uC);
  u0 = u1 + uC;
  uL = u1 + u2;
  uC = u2;
  i0 = i1 + iL;
  i1 = i2 + iC;
end W14Small;
