// stage: simulate
// options: --start 2 --stop 3
// note: clocks start with the simulation
// analytic: k = floor((time - 2)/0.25 + 1e-9) + 1
model StartTime
  Integer k(start = 0);
equation
  when Clock(0.25) then
    k = previous(k) + 1;
  end when;
end StartTime;
