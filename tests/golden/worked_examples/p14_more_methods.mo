// stage: simulate
// options: --stop 2
// analytic: x = exp(-time)*(cos(3*time) + sin(3*time)/3)
// converges: inline:am4 4 0.02 0.01
// converges: inline:am5 5 0.02 0.01
// converges: inline:am6 6 0.02 0.01
// converges: inline:bi3 4 0.05 0.025
// converges: inline:bi4 4 0.05 0.025
// converges: inline:extrapolation 4 0.02 0.01
// note: Adams-Moulton of higher order in DAE form (8.2), backinterpolation with RK3 and RK4 and Richardson extrapolation (8.3) inlined: orders with
// note: fixed step on the damped oscillator of W30. A half step forward and one backward make a symmetric method, whose order is even: 4 with RK3 too.
model MoreMethods
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -2*v - 10*x;
end MoreMethods;
