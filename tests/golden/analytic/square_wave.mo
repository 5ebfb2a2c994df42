// stage: simulate
// options: --stop 4
// follows: 50 1e-4 1e-6 1e-8
// configs: --backend interp; --method ida:dense; --method cvode; --method dopri5 --backend interp; --method inline:bdf; --method inline:sdirk4 --backend interp; --method inline:radau5; --method inline:lobatto4
// analytic: x = (1 - exp(-time)) if time < 1 else (e - 1)*exp(-time) if time < 2 else 1 + (exp(-1) - exp(-2) - 1)*exp(-(time - 2)) if time < 3 else (1 + (exp(-1) - exp(-2) - 1)*exp(-1))*exp(-(time - 3))
// assert: time_events >= 3
// note: First-order lag, input 1 and 0 in turn: the solution is put together from exponentials at exact time events.
model SquareWave
  Real x(start = 0, fixed = true);
  Boolean on = time < 1 or time >= 2 and time < 3;
equation
  der(x) = (if on then 1 else 0) - x;
end SquareWave;
