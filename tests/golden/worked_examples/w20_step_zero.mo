// stage: simulate
// options: --method inline:be --step 1e-12 --stop 1e-12 --intervals 1 --tolerance 1e-9
// tolerance: 1e-9
// final: z = 0.5671432904097838
// final: y = 1 + 2*0.5671432904097838
// note: W20, for h -> 0 the inlined system gives the consistent values of the algebraic variables for old(x) = x0.
model W20
  Real x(start = 1, fixed = true), y, z(start = 0.5);
equation
  der(x) = -y;
  z = exp(-z*x);
  y = x + 2*z;
end W20;
