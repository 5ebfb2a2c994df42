// stage: simulate
// options: --method inline:bdf --start-up runge-kutta --tolerance 1e-8 --stop 5
// tolerance: 1e-6
// final: switches = 11
// final: last = 10*log(1.5) - log(0.4)
// assert: steps_accepted < 400
// note: A start after each of 11 switches: 294 steps. The other start needs 548.
model StartUp
  Real x(start = 0, fixed = true);
  Boolean heat(start = true, fixed = true);
  Integer switches(start = 0, fixed = true);
  discrete Real last(start = 0, fixed = true);
equation
  der(x) = (if heat then 1 else 0) - x;
  heat = not (x > 0.6 or not pre(heat) and x >= 0.4);
  when change(heat) then
    switches = pre(switches) + 1;
    last = time;
  end when;
end StartUp;
