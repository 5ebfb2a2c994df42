// stage: simulate
// options: -L w34 W34 --method inline:bdf3 --step 0.05 --stop 10 --intervals 10
// assert: steps_accepted == 200 and 1e-3 < final.error
// note: W34, Table 8.1 says garbage: error 1.87e-3 at t = 10, 2e26 at t = 100; the fastest growing mode gains 3.9 decades in 10 s.
model W34
  extends WaveEquation;
end W34;
