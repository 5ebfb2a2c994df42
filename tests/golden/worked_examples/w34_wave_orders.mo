// stage: simulate
// options: -L w34 W34 --stop 10
// analytic: tip = cos(pi*time/2)
// converges: inline:bdf3 3 0.002 0.001
// converges: inline:am3 3 0.005 0.0025
// note: W34, both formulas are of order three where they are stable; at t = 10 the error in space is below 1e-10.
model W34
  extends WaveEquation;
end W34;
