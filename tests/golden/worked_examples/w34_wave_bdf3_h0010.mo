// stage: simulate
// options: -L w34 W34 --method inline:bdf3 --step 0.01 --stop 10 --intervals 10
// assert: steps_accepted == 1000 and final.error > 10
// note: W34, Table 8.1 says garbage: error 4e5; modes near omega = 114 gain 19.4 decades in 10 s.
model W34
  extends WaveEquation;
end W34;
