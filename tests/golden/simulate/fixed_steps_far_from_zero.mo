// stage: simulate
// options: --start 12345.678 --stop 12345.688 --intervals 23 --method rk4
// note: far from time 0 the ends of short steps have few digits, and steps cut short by events go on at the next multiple
// tolerance: 1e-3
// analytic: x = exp(-(time - 12345.678)/0.01)
// final: k = 5
// configs: --method inline:trapezoid --step 1e-4; --method inline:radau5 --step 1e-4; --method ida
model FarFromZero
  Real x(start = 1, fixed = true);
  discrete Integer k(start = 0, fixed = true);
equation
  der(x) = -x/0.01;
  when sample(12345.6785, 0.0019139767290817105) then
    k = pre(k) + 1;
  end when;
end FarFromZero;
