// stage: simulate
// options: --method inline:lobatto4 --step 0.05 --stop 0.05 --intervals 1 --tolerance 1e-14
// tolerance: 0.1
// final: coefficient = 1
// note: W31, the error of one step on der(x) = -x is h^5/480.
model W31
  Real x(start = 1, fixed = true), coefficient;
equation
  der(x) = -x;
  coefficient = 480*abs(x - exp(-time))/max(1e-9, time)^5;
end W31;
