// stage: simulate
// options: -L w34 W34 --method inline:bdf3 --step 0.1 --stop 10 --intervals 10
// assert: steps_accepted == 100 and 0.01 < final.error < 0.03
// note: W34, Table 8.1 says garbage: error 1.46e-2 at t = 10, 2e7 at t = 100; the fundamental is amplified by 1 + t*omega^4*h^3/4, here 1.5e-2.
model W34
  extends WaveEquation;
end W34;
