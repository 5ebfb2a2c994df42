// stage: simulate
// options: --stop 1.95
// configs: --backend interp; --method inline:bdf; --method cvode
// note: clocks that follow events and clocks that set their own interval (specification 3.6, 16.3)
// analytic: growing = 1 if time < 0.3 else 2 if time < 0.7 else 3 if time < 1.2 else 4 if time < 1.8 else 5
// analytic: turns = 0 if time < 0.25 else 1 if time < 1.25 else 2
// analytic: wait = 0 if time < 0.25 else 0.125 if time < 1.25 else 1
// analytic: counted = 1 if time < 0.2 else 2 if time < 0.5 else 3 if time < 0.9 else 4 if time < 1.4 else 5
model Intervals
  Real next(start = 0.2) "seconds to the next tick";
  Integer growing(start = 0);
  Integer counter(start = 1) "tenths of a second to the next tick";
  Integer counted(start = 0);
  Real angle = sin(2*3.141592653589793*(time - 0.25) + 1e-7);
  Integer turns(start = 0) "rising edges of angle > 0";
  Real wait "time since the edge before";
equation
  when Clock(next) then
    next = previous(next) + 0.1;
    growing = previous(growing) + 1;
  end when;
  when Clock(counter, 10) then
    counter = previous(counter) + 1;
    counted = previous(counted) + 1;
  end when;
  when Clock(angle > 0, startInterval = 0.125) then
    turns = previous(turns) + 1;
    wait = interval();
  end when;
end Intervals;
