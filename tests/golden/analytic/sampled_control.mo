// stage: simulate
// options: --stop 2.05
// follows: 20 1e-4 1e-6 1e-8
// configs: --backend interp; --method ida:dense; --method cvode; --method dopri5 --backend interp; --method inline:bdf; --method inline:sdirk4 --backend interp; --method inline:radau5; --method inline:lobatto4
// analytic: u = 5*0.5^floor(time/0.1 + 1e-9)
// analytic: x = 1 - 0.5^floor(time/0.1 + 1e-9)*(1 - 5*(time - 0.1*floor(time/0.1 + 1e-9)))
// final: n = 21
// note: An integrator with a sampled proportional controller: the error halves with each sample.
model Sampled
  Real x(start = 0, fixed = true);
  discrete Real u(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = u;
  when sample(0, 0.1) then
    u = 5*(1 - x);
    n = pre(n) + 1;
  end when;
end Sampled;
