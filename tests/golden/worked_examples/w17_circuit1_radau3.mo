// stage: structure
// options: --method inline:radau3 --disable-pass=eliminateAliases --disable-pass=bindUnknowns --disable-pass=relaxBlocks
// assert: inline.equations == 24 and inline.stages == 2 and inline.iteration_variables == 0
// assert: sum(b.size for b in inline.blocks if b.kind == "assign") == 10
// assert: [b.torn for b in inline.blocks if b.kind == "linear"] == [2]
// note: W17, circuit 1 with Radau IIA(3): 24 equations, 10 assigned at once, 2 torn variables.
model W17
  parameter Real R1 = 10, R2 = 20, L = 1, C = 0.01;
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
end W17;
