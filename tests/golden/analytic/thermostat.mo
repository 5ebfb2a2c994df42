// stage: simulate
// options: --stop 5
// follows: 100 1e-4 1e-6 1e-8
// configs: --backend interp; --method ida:dense; --method cvode; --method dopri5 --backend interp; --method inline:bdf; --method inline:sdirk4 --backend interp; --method inline:radau5; --method inline:lobatto4
// final: switches = 11
// final: last = 10*log(1.5) - log(0.4)
// note: Lag switched by a hysteresis 0.4 .. 0.6: first switch at -log(0.4), then every log(1.5).
model Thermostat
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
end Thermostat;
