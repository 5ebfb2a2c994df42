// stage: simulate
// options: -L w34 W34 --method inline:am3 --step 0.005 --stop 10 --intervals 10
// assert: steps_accepted == 2000 and 2.5e-7 < final.error < 4e-7
// note: W34, error 3.169e-7, a million times less than BDF3 (Table 8.1: 0.9e-8); the fundamental is amplified by 1 + t*omega^4*h^3/24, here 3.171e-7.
model W34
  extends WaveEquation;
end W34;
