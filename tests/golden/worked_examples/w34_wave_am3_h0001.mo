// stage: simulate
// options: -L w34 W34 --method inline:am3 --step 0.001 --stop 10 --intervals 10
// assert: steps_accepted == 10000 and 2e-9 < final.error < 3.2e-9
// note: W34, error 2.537e-9, a sixth of that of BDF3 (Table 8.1: 0.21e-8, 20 times less); the fundamental is amplified by 1 + t*omega^4*h^3/24.
model W34
  extends WaveEquation;
end W34;
