// stage: simulate
// note: a sample whose interval is as good as infinite ticks once, at its start: not at the start of the simulation,
// note: where the rounding of the interval would be larger than the time.
// options: --stop 5
// analytic: n = 0 if time < 2 else 1
// final: since = 2
// final: m = 1
// final: first = 0
// tolerance: 1e-12
// configs: --backend interp; --method cvode
model SampleOnce
  discrete Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
  discrete Real since(start = -1, fixed = true), first(start = -1, fixed = true);
equation
  when sample(2, 1e60) then
    n = pre(n) + 1;
    since = time;
  end when;
  when sample(0, 1e60) then
    m = pre(m) + 1;
    first = time;
  end when;
end SampleOnce;
