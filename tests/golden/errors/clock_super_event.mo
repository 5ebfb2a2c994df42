// stage: check
// model: M
model M
  Integer k(start = 0);
  // expect-error@+1: ClockConflict
  Integer b = superSample(k, 2);
equation
  when Clock(sin(5*time) > 0) then
    k = previous(k) + 1;
  end when;
end M;
