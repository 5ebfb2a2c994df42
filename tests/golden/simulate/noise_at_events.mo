// stage: simulate
// note: what is zero but for rounding keeps its relation at the events of others (w: the velocity of something that
// note: friction holds). What an event moves, or what is exactly zero, is what it says, in the same pass: pre(u) is the
// note: value before the event.
// options: --stop 3 --filter ^(moving|up|before|ticks|free)$
// final: moving = 0
// final: up = 1
// final: before = 0
// final: ticks = 6
// analytic: free = 1 if time >= 1 else 0
// tolerance: 1e-12
// configs: --backend interp; --method cvode; --method inline:bdf
model NoiseAtEvents
  Real w = 1e-16*sin(time) "noise";
  Real y = u + 1e-16*sin(time);
  Real f = if time < 1 then 1e-15*(1 - time) else 0 "ends at zero";
  Real x(start = 1, fixed = true);
  Boolean moving = w > 0;
  Boolean up = y > 0;
  Boolean free = f <= 0;
  discrete Real u(start = 0, fixed = true);
  discrete Real before(start = -1, fixed = true);
  discrete Integer ticks(start = 0, fixed = true);
equation
  der(x) = -x;
  when sample(0.5, 0.5) then
    ticks = pre(ticks) + 1;
  end when;
  when time >= 1.25 then
    u = 1;
  end when;
  when up then
    before = pre(u);
  end when;
end NoiseAtEvents;
