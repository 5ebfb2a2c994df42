// stage: simulate
// options: -L w34 W34 --method inline:bdf3 --step 0.1 --stop 100 --intervals 10
// assert: final.error > 1e3
// note: W34, BDF3 with h = 0.1 to t = 100: error 2e7. The fastest growing mode gains 1.9 decades in 10 s and was hardly excited at t = 10.
model W34
  extends WaveEquation;
end W34;
