// stage: simulate
// options: --stop 4 --method euler --step 0.3
// configs: --backend interp; --method rk4; --method rk4 --backend interp
// tolerance: 1e-12
// final: tops = 2
// analytic: x = abs(time - 2*floor(time/2 + 0.5))
// assert: time_events >= 3
// note: Slopes 1 and -1 in turn: fixed steps that end at the time events are exact, though 0.3 divides none of them.
model Triangle
  Real x(start = 0, fixed = true);
  discrete Integer tops(start = 0, fixed = true);
equation
  der(x) = if time < 1 or time >= 2 and time < 3 then 1 else -1;
  when time >= 1 then
    tops = pre(tops) + 1;
  elsewhen time >= 3 then
    tops = pre(tops) + 1;
  end when;
end Triangle;
