// stage: simulate
// options: --method inline:radau3 --step 0.02 --stop 0.02 --intervals 1 --tolerance 1e-14
// tolerance: 0.1
// final: coefficient = 1
// note: W31, the error of one step on der(x) = -x is h^4/72.
model W31
  Real x(start = 1, fixed = true), coefficient;
equation
  der(x) = -x;
  coefficient = 72*abs(x - exp(-time))/max(1e-9, time)^4;
end W31;
