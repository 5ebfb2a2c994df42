// stage: structure
// options: --method inline:be --disable-pass=eliminateAliases --disable-pass=bindUnknowns --disable-pass=relaxBlocks --disable-pass=reduceIndex
// assert: inline.equations == 12 and inline.iteration_variables == 0
// assert: [b.torn for b in inline.blocks if b.kind == "linear" and b.size > 1] == [1]
// assert: inline.step_in_denominator
// note: W16, circuit 3 of the book (Fig. 8.15, index 2) inlined without index reduction: the step size stands in a denominator.
model W16
  parameter Real R1 = 10, R2 = 20, L = 1, C = 0.01;
  Real u0, u1, u2, uL, i0, i1, i2, iC;
  Real uC, iL(start = 0, fixed = true);
equation
  u0 = 5*sin(time);
  u1 = R1*i1;
  u2 = R2*i2;
  uL = L*der(iL);
  iC = C*der(uC);
  u0 = u1 + uL;
  uC = u1 + u2;
  uL = u2;
  i0 = i1 + iC;
  i1 = i2 + iL;
end W16;
