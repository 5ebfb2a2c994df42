// stage: simulate
// options: --method inline:be --step 0.5 --stop 0.5 --intervals 1
// configs: --backend interp
// tolerance: 1e-12
// final: uC = (10*20*0.01*1 + 0.5*20*7)/(10*20*0.01 + 0.5*(10 + 20))
// note: W14, one step of backward Euler gives (8.83): uC = (R1*R2*C*pre(uC) + h*R2*u0)/(R1*R2*C + h*(R1 + R2)).
model W14Step
  parameter Real R1 = 10, R2 = 20, C = 0.01;
  Real u0 = 7, u1, u2, i1, i2, iC;
  Real uC(start = 1, fixed = true);
equation
  u1 = R1*i1;
  u2 = R2*i2;
  iC = C*der(uC);
  u0 = u1 + uC;
  uC = u2;
  i1 = i2 + iC;
end W14Step;
