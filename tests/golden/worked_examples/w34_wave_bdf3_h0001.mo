// stage: simulate
// options: -L w34 W34 --method inline:bdf3 --step 0.001 --stop 10 --intervals 10
// assert: steps_accepted == 10000 and 1.3e-8 < final.error < 1.8e-8
// note: W34, error 1.522e-8, Table 8.1 has 4.4e-8; the fundamental is amplified by 1 + t*omega^4*h^3/4, here 1.522e-8.
model W34
  extends WaveEquation;
end W34;
