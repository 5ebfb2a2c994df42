// stage: simulate
// options: --stop 10 --intervals 4 --max-step 0.05
// note: a slow solution in steps of 0.05 at most: at least 200 of them
// configs: --method ida; --method cvode; --method dopri5; --method inline:bdf; --method inline:radau5
// assert: steps_accepted >= 200
// final: x = exp(-0.1)
// tolerance: 1e-3
model longest_step
  Real x(start = 1, fixed = true);
equation
  der(x) = -0.01*x;
end longest_step;
