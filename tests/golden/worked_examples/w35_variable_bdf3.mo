// stage: simulate
// options: --method inline:bdf3 --stop 50e-6 --intervals 50
// follows: 60 1e-4 1e-6 1e-8
// reference: w35_circuit.csv
// origin: Formola, method ida with tolerance 1e-11, 50 intervals; cvode at 1e-12 and dopri5 at 1e-13 agree to 1e-9
// configs: --backend interp
// note: W35, H8.2: the same circuit with the third-order BDF, whose steps follow the tolerance while the order is kept.
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
