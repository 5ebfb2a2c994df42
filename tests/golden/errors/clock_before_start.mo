// stage: check
// model: M
// message: before the clock it comes from
model M
  Integer k(start = 0);
  // expect-error@+1: ClockConflict
  Integer b = backSample(k, 1);
equation
  when Clock(1, 10) then
    k = previous(k) + 1;
  end when;
end M;
