// stage: structure
// options: --method inline:be --disable-pass=eliminateAliases --disable-pass=bindUnknowns --disable-pass=relaxBlocks
// assert: inline.equations == 11 and inline.iteration_variables == 0
// assert: [b.torn for b in inline.blocks if b.kind == "linear"] == [1]
// assert: not inline.step_in_denominator
// note: W15, circuit 2 of the book (Fig. 8.11, index 1): one torn variable.
model W15
  parameter Real R1 = 10, R2 = 20, R3 = 30, L = 1;
  Real u0, u1, u2, u3, uL, i0, i1, i2, i3;
  Real iL(start = 0, fixed = true);
equation
  u0 = 5*sin(time);
  u1 = R1*i1;
  u2 = R2*i2;
  u3 = R3*i3;
  uL = L*der(iL);
  u0 = u1 + u3;
  uL = u1 + u2;
  u3 = u2;
  i0 = i1 + iL;
  i1 = i2 + i3;
end W15;
