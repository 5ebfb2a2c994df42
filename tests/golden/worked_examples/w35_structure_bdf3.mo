// stage: structure
// options: --method inline:bdf3 --disable-pass=eliminateAliases --disable-pass=bindUnknowns --disable-pass=relaxBlocks
// assert: inline.equations == 15 and inline.stages == 1 and inline.iteration_variables == 1
// assert: [b.size for b in inline.blocks if b.kind != "assign"] == [12]
// assert: not inline.step_in_denominator
// note: W35, H8.1: 15 equations in 15 unknowns, of which 12 are simultaneous and 1 is iterated.
// note: H8.1 does not show the circuit. Here: u0 = 10 V; R1 = 100 Ohm from the source to node b; C = 0.1 uF and R3 = 100 Ohm from b to ground; R2 = 20 Ohm from b to node c; L = 0.2 mH from the source to c; i4 = 1 mA/V u3 + 0.1 mA/V^3 u3^3 from c to ground.
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
