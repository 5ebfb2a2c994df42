// stage: simulate
// note: an amplifier with a limiter and positive feedback, without events: its output jumps where the solution followed so far
// note: ends, at x = +-a, a = 0.5 - 1/15000. Half a period is log((1 + a)/(1 - a)). Without events each of the three
// note: jumps comes at the end of a step, too late by at most one step: h for a fixed step, about 1e-3 with error control.
// options: --tolerance 1e-8 --intervals 3800 --filter ^x$
// final: x = -1 + (1.5 - 1/15000)*exp(-(3.8 + log(0.5 + 1/15000) - 2*log((1.5 - 1/15000)/(0.5 + 1/15000))))
// configs: --method cvode; --method inline:bdf; --method inline:bdf --step 1e-4; --method inline:radau5; --method inline:sdirk4; --backend interp
// tolerance: 1e-2
model BranchThatEnds
  Real x(start = 0, fixed = true);
  Real y(start = 1);
  Real u;
equation
  u = 0.5*y - x;
  y = smooth(0, noEvent(if 15000*u > 1 then 1 elseif 15000*u < -1 then -1 else 15000*u));
  der(x) = y - x;
  annotation(experiment(StopTime = 3.8));
end BranchThatEnds;
