// stage: simulate
// options: --stop 1
// follows: 100 1e-4 1e-6 1e-8
// configs: --backend interp; --method ida:dense; --method cvode; --method dopri5 --backend interp; --method inline:bdf; --method inline:sdirk4 --backend interp; --method inline:radau5; --method inline:lobatto4
// final: f = 1 - 0.9^10
// final: g = 1 - 0.8^4
// final: s = sin(0.75)
// final: d = sin(0.5)
// note: Two sample rates, one of them with an offset; a filter of order 1, a hold and a delay by one sample.
model SampledFilter
  discrete Real f(start = 0, fixed = true), g(start = 0, fixed = true);
  discrete Real s(start = 0, fixed = true), d(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = cos(time);
  when sample(0.05, 0.1) then
    f = pre(f) + 0.1*(1 - pre(f));
  end when;
  when sample(0, 0.25) and time < 0.9 then
    g = pre(g) + 0.2*(1 - pre(g));
    s = x;
    d = pre(s);
  end when;
end SampledFilter;
