// stage: simulate
// options: --method inline:be --step 0.1 --stop 0.1 --intervals 1
// tolerance: 1e-12
// final: i1 = (20 + 30)*7/(10*20 + 10*30 + 20*30)
// note: W15, i1 = (R2 + R3)*u0/(R1*R2 + R1*R3 + R2*R3).
model W15Step
  parameter Real R1 = 10, R2 = 20, R3 = 30, L = 1;
  Real u0 = 7, u1, u2, u3, uL, i0, i1, i2, i3;
  Real iL(start = 0, fixed = true);
equation
  u1 = R1*i1;
  u2 = R2*i2;
  u3 = R3*i3;
  uL = L*der(iL);
  u0 = u1 + u3;
  uL = u1 + u2;
  u3 = u2;
  i0 = i1 + iL;
  i1 = i2 + i3;
end W15Step;
