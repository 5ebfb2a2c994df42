// stage: structure
// options: --method inline:be --disable-pass=eliminateAliases --disable-pass=bindUnknowns --disable-pass=relaxBlocks
// assert: inline.equations == 12 and inline.iteration_variables == 0
// assert: [b.torn for b in inline.blocks if b.kind == "linear"] == [1]
// note: W14, circuit 1 of the book (Fig. 8.7): one torn variable, in a linear block.
model W14
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
end W14;
