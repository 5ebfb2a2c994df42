// stage: simulate
// options: -L w34 W34 --method inline:bdf3 --step 0.002 --stop 10 --intervals 10
// assert: steps_accepted == 5000 and 1.0e-7 < final.error < 1.4e-7
// note: W34, error 1.217e-7, Table 8.1 has 1.7e-7; the fundamental is amplified by 1 + t*omega^4*h^3/4, here 1.218e-7.
model W34
  extends WaveEquation;
end W34;
