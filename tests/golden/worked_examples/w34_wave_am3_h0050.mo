// stage: simulate
// options: -L w34 W34 --method inline:am3 --step 0.05 --stop 10 --intervals 10
// assert: steps_accepted == 200 and final.error > 1e3
// note: W34, unstable as in Table 8.1: error 5e26; the highest mode, omega = 115, gains 41.1 decades in 10 s.
model W34
  extends WaveEquation;
end W34;
