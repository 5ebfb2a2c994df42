// stage: simulate
// options: --method inline:bdf --step 0.1 --stop 5
// tolerance: 5e-5
// analytic: x = 0 if time < 0.55 else 1 - cos(time - 0.55)
// assert: steps_accepted == 51 and steps_rejected == 0 and time_events == 1
// note: An event between two points of the grid: one step is cut there, the next one ends on the grid again, the formula restarts.
model FixedStepEvent
  Real x(start = 0, fixed = true), v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = (if time >= 0.55 then 1 else 0) - x;
end FixedStepEvent;
