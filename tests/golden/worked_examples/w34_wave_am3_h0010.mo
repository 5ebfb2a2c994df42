// stage: simulate
// options: -L w34 W34 --method inline:am3 --step 0.01 --stop 10 --intervals 10
// assert: steps_accepted == 1000 and final.error > 1e3
// note: W34, unstable as in Table 8.1: error 2e9; the highest mode, omega = 115, gains 24.1 decades in 10 s.
model W34
  extends WaveEquation;
end W34;
