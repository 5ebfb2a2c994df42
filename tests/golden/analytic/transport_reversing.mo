// stage: simulate
// note: Flow to the right for 0.6013 s, then to the left: what entered last comes out first, then the rest of the initial
// note: profile 2 y, then what entered at the right end.
// options: --stop 3
// follows: 200 1e-4 1e-6 1e-8
// configs: --backend interp; --method cvode; --method dopri5; --method inline:bdf; --method inline:radau5 --backend interp
// analytic: out0 = 1 + sin(4*time) if time < 0.6013 else 1 + sin(4*(1.2026 - time)) if time < 1.2026 else 2*(time - 1.2026) if time < 1.6013 else 3 + cos(2*(time - 1))
// analytic: out1 = 2 - 2*time if time < 0.6013 else 3 + cos(2*time)
model TransportReversing
  Real x(start = 0, fixed = true);
  Real v = if time < 0.6013 then 1 else -1;
  Real left = 1 + sin(4*time), right = 3 + cos(2*time);
  Real out0, out1;
equation
  der(x) = v;
  (out0, out1) = spatialDistribution(left, right, x, v >= 0, {0, 1}, {0, 2});
end TransportReversing;
