// stage: simulate
// options: --stop 1.5
// note: three ports in series between two volumes: what flows through carries h1 or h2 by its direction, and h of the ports follows without
// a system of equations, also where nothing flows (specification 3.6, 3.7.4.5, rule 1)
// analytic: h1 = exp(-sin(time))
// analytic: h2 = 3 - exp(-sin(time))
// analytic: p = exp(-sin(time))
// analytic: q = exp(-sin(time))
// configs: --method inline:bdf
model Chain
  Real h1(start = 1, fixed = true), h2(start = 2, fixed = true);
  Real p, q, H, m = cos(time);
equation
  H = semiLinear(m, h1, p);
  -H = semiLinear(-m, q, p);
  semiLinear(m, q, h2) = H;
  der(h1) = -H;
  der(h2) = H;
end Chain;
