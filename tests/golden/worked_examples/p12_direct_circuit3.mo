// stage: simulate
// options: --disable-pass=reduceIndex --method inline:bdf --stop 3 --tolerance 1e-8 --intervals 60
// configs: --method inline:bdf3; --method inline:radau3; --backend interp
// tolerance: 1e-5
// note: circuit 3 of the book (8.5, Fig. 8.15, index 2) inlined without index reduction: the step size stands in a denominator, and every
// note: row has the currents that only steps give; those at the start come from short steps that nobody sees.
// analytic: uC = 5*sin(time)
// analytic: iC = 0.05*cos(time)
// analytic: iL = 10/3*(20/3*sin(time) - cos(time) + exp(-20/3*time))/(409/9)
// analytic: i2 = (5*sin(time) - 100/3*(20/3*sin(time) - cos(time) + exp(-20/3*time))/(409/9))/30
model DirectCircuit3
  parameter Real R1 = 10, R2 = 20, L = 1, C = 0.01;
  Real u0, u1, u2, uL, i0, i1, i2, iC;
  Real uC(start = 0), iL(start = 0, fixed = true);
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
end DirectCircuit3;
