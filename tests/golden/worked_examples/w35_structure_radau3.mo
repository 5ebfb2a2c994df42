// stage: structure
// options: --method inline:radau3 --disable-pass=eliminateAliases --disable-pass=bindUnknowns --disable-pass=relaxBlocks
// assert: inline.equations == 30 and inline.stages == 2 and inline.iteration_variables == 1
// assert: [b.size for b in inline.blocks if b.kind != "assign"] == [24]
// assert: not inline.step_in_denominator
// note: W35, H8.2: 30 equations in 30 unknowns, of which 24 are simultaneous and 1 is iterated.
model W35
  parameter Real R1 = 100, R2 = 20, R3 = 100, L = 0.2e-3, C = 0.1e-6;
  parameter Real g = 1e-3, k = 1e-4;
  Real u0, u1, u2, u4, uL, i0, i1, i2, i3, i4, iC;
  Real u3(start = 0, fixed = true), iL(start = 0, fixed = true);
equation
  u0 = 10;
  u1 = R1*i1;
  u2 = R2*i2;
  u3 = R3*i3;
  uL = L*der(iL);
  iC = C*der(u3);
  i4 = g*u3 + k*u3^3;
  u0 = u1 + u3;
  uL = u1 + u2;
  u3 = u2 + u4;
  i0 = i1 + iL;
  i1 = i2 + i3 + iC;
  i4 = i2 + iL;
end W35;
