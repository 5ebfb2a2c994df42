// stage: simulate
// options: --method inline:mixed --explicit ^v$ --stop 4 --tolerance 1e-7
// analytic: v = 9.81*time if time < 1 else 9.81 - 9.81*(time - 1) if time < 3 else -9.81 + 9.81*(time - 3)
// analytic: y = v
// tolerance: 1e-4
// assert: time_events == 2
// note: The explicit formula starts again after each event.
model MixedEvent
  Real v(start = 0, fixed = true), y(start = 0, fixed = true);
  Real g = if time < 1 then 9.81 elseif time < 3 then -9.81 else 9.81;
equation
  der(v) = g + 1e-3*(y - v);
  der(y) = g - 1e4*(y - v)^3 - 1e4*(y - v);
end MixedEvent;
