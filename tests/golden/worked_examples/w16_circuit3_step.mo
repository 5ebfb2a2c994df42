// stage: simulate
// options: --method inline:be --step 0.05 --stop 0.05 --intervals 1
// tolerance: 1e-10
// final: i1 = ((1 + 0.05*20)*7 + 20*1*0.3)/(1*(10 + 20) + 0.05*10*20)
// note: W16, one step: i1 = ((L + h*R2)*u0 + R2*L*pre(iL))/(L*(R1 + R2) + h*R1*R2), also after index reduction.
model W16Step
  parameter Real R1 = 10, R2 = 20, L = 1, C = 0.01;
  Real u0 = 7, u1, u2, uL, i0, i1, i2, iC;
  Real uC, iL(start = 0.3, fixed = true);
equation
  u1 = R1*i1;
  u2 = R2*i2;
  uL = L*der(iL);
  iC = C*der(uC);
  u0 = u1 + uL;
  uC = u1 + u2;
  uL = u2;
  i0 = i1 + iC;
  i1 = i2 + iL;
end W16Step;
