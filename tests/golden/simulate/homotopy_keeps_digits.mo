// stage: simulate
// note: Beside a simplified value that is 1e12 times as large the actual one keeps its digits; where the simplified one has none the actual one is taken all the same.
// options: --stop 1 --tolerance 1e-9
// tolerance: 1e-9
// analytic: y = 1e-3*sin(time)
// analytic: z = sqrt(1 + time)
// analytic: w = time
// configs: --backend interp; --method cvode; --method inline:radau5
model HomotopyKeepsDigits
  Real y = homotopy(actual=1e-3*sin(time), simplified=1e12*(2 + time));
  Real z(start=1);
  Real w = homotopy(actual=time, simplified=1/(time - 0.5));
equation
  homotopy(actual=z^2 - 1 - time, simplified=1e10*(z - 1)) = 0;
end HomotopyKeepsDigits;
