// stage: simulate
// options: --stop 1 --intervals 7
// analytic: H = 1e-6*(1 + time)
// final: first = 0.3
// final: second = 0.7
// tolerance: 1e-4
// configs: --method ida; --method cvode; --method dopri5; --method inline:sdirk4; --backend interp
// note: at the end of the bracket the system was solved once to this side of the bound and once to the other; the whole crossing counted as noise,
// note: of which 1e-6 is allowed, and the events came when it was more (0.31 and 0.75 or never).
model SmallAlgebraic "Events on the solution of a system in micromoles"
  Real H(start = 1e-6, min = 0);
  Real OH(start = 1e-6, min = 0);
  Real u = 1e-6*(1 + time);
  discrete Real first(start = -1, fixed = true);
  discrete Real second(start = -1, fixed = true);
equation
  H*OH = 1e-12;
  H - OH = u - 1e-12/u;
  when H > 1.3e-6 then
    first = time;
  end when;
  when H > 1.7e-6 then
    second = time;
  end when;
end SmallAlgebraic;
