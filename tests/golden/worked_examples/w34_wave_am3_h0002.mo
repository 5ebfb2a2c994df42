// stage: simulate
// options: -L w34 W34 --method inline:am3 --step 0.002 --stop 10 --intervals 10
// assert: steps_accepted == 5000 and 1.7e-8 < final.error < 2.4e-8
// note: W34, error 2.029e-8, a sixth of that of BDF3 as 1/24 to 1/4 (Table 8.1: 0.2e-8, 80 times less); the fundamental is amplified by 1 + t*omega^4*h^3/24.
model W34
  extends WaveEquation;
end W34;
