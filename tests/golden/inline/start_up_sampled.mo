// stage: simulate
// options: --method inline:bdf --start-up runge-kutta --stop 2
// follows: 20 1e-4 1e-6 1e-8
// final: x = 0.8*(1 - (1 - 5*(1 - exp(-0.1)))^20)
// final: n = 21
// configs: --start-up low-order
// note: A lag with a sampled proportional controller u = 4*(1 - x): over a sample 0.8 - x is multiplied by 1 - 5*(1 - exp(-0.1)).
model StartUpSampled
  Real x(start = 0, fixed = true);
  discrete Real u(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = u - x;
  when sample(0, 0.1) then
    u = 4*(1 - x);
    n = pre(n) + 1;
  end when;
end StartUpSampled;
