// stage: simulate
// options: -L w34 W34 --method inline:bdf3 --step 0.005 --stop 10 --intervals 10
// assert: steps_accepted == 2000 and 1e-4 < final.error < 100
// note: W34, error 0.43, Table 8.1 has 0.95e-2: rounding errors of the highest mode, omega = 115, gain 14.3 decades in 10 s, so the value is chance within some decades.
model W34
  extends WaveEquation;
end W34;
