// stage: structure
// options: --disable-pass=eliminateAliases
// note: Row W3 of the worked examples: the RLC circuit as its ten equations, causalised by the two rules of the
//   structure digraph. The order is the one printed in "Causalization of Equations XIII" and "XIV" of the lecture.
// assert: len(states) == 2 and largest_block == 1 and iteration_variables == 0
// assert: causalisation.assigned == 10 and causalisation.open == 0
// assert: [s.variable for s in sorted(causalisation.steps, key=lambda s: s.number)] == ["u0", "u2", "i2", "u1", "uL", "i1", "iC", "der(uC)", "der(iL)", "i0"]
// assert: [s.variable for s in causalisation.steps if s.rule == 1] == ["u0", "u2", "i2", "u1"]
// assert: [s.variable for s in causalisation.steps if s.rule == 2] == ["i0", "der(iL)", "der(uC)", "iC", "i1", "uL"]
model W3
  parameter Real R1 = 100, R2 = 20, L = 1.5e-3, C = 0.1e-6;
  Real u0, i0, u1, i1, u2, i2, uL;
  Real iL(start = 0, fixed = true);
  Real uC(start = 0, fixed = true);
  Real iC;
equation
  u0 = sin(time);
  u1 = R1*i1;
  u2 = R2*i2;
  uL = L*der(iL);
  iC = C*der(uC);
  u0 = u1 + uC;
  uL = u1 + u2;
  uC = u2;
  i0 = i1 + iL;
  i1 = i2 + iC;
end W3;
