// stage: simulate
// options: -L w34 W34 --method inline:bdf3 --step 0.02 --stop 10 --intervals 10
// assert: steps_accepted == 500 and 1e-4 < final.error
// note: W34, Table 8.1 says garbage: error 1.81e-3, no better than with h = 0.05; 7e83 at t = 100. Modes near omega = 58 gain 9.7 decades in 10 s.
model W34
  extends WaveEquation;
end W34;
