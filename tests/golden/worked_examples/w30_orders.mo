// stage: simulate
// options: --stop 2
// analytic: x = exp(-time)*(cos(3*time) + sin(3*time)/3)
// converges: euler 1 0.0005 0.00025
// converges: rk4 4 0.02 0.01
// converges: inline:be 1 0.0005 0.00025
// converges: inline:bdf1 1 0.0005 0.00025
// converges: inline:bdf2 2 0.004 0.002
// converges: inline:bdf3 3 0.004 0.002
// converges: inline:bdf4 4 0.01 0.005
// converges: inline:bdf5 5 0.01 0.005
// converges: inline:bdf6 6 0.0125 0.00625
// converges: inline:trapezoid 2 0.02 0.01
// converges: inline:bi2 2 0.01 0.005
// converges: inline:am3 3 0.01 0.005
// converges: inline:radau3 3 0.02 0.01
// converges: inline:radau5 5 0.1 0.05
// converges: inline:lobatto4 4 0.04 0.02
// converges: inline:sdirk4 4 0.05 0.025
// note: W30, order of each method with fixed step on a damped oscillator.
model W30
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -2*v - 10*x;
end W30;
