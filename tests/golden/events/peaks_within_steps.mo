// stage: simulate
// options: --stop 10 --intervals 10 --no-event-rows --tolerance 1e-6
// note: a peak beyond a threshold that begins and ends within one step is an event, too; the counts are those of the closed form
// final: high = 16
// final: either = 32
// final: wave = 11
// tolerance: 1e-2
// configs: --method cvode; --method dopri5; --method inline:bdf; --method inline:sdirk4
model Peaks
  Real x(start = 0, fixed = true) "sin(10*time)";
  Real v(start = 10, fixed = true);
  Integer high(start = 0, fixed = true), either(start = 0, fixed = true), wave(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -100*x;
  when x > 0.999 then
    high = pre(high) + 1;
  end when;
  when x*x > 0.99 then
    either = pre(either) + 1;
  end when;
  when sin(7*time) > 0.999 then
    wave = pre(wave) + 1;
  end when;
end Peaks;
