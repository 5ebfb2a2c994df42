// stage: check
// model: M
model M
  Integer k(start = 0);
  // expect-error@+1: ClockUnknown
  Integer b = subSample(k);
equation
  when Clock(1, 10) then
    k = previous(k) + 1;
  end when;
end M;
