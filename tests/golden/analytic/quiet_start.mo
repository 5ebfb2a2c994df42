// stage: simulate
// options: --stop 10 --method cvode
// follows: 300 1e-4 1e-6
// configs: --method ida; --method cvode --backend interp; --method inline:bdf
// analytic: x = time/2 - sin(40*pi*time)/(80*pi)
// note: Value and slope of the right-hand side vanish at the start and every 0.1 s after it: a first step of a tenth of the whole time sees nothing but zeros.
model QuietStart
  Real x(start = 0, fixed = true);
equation
  der(x) = sin(20*3.14159265358979323846*time)^2;
end QuietStart;
