// stage: structure
// model: M
// message: its period is 0.1, but this clock has 0.333333
model M
  Integer a(start = 0), b;
equation
  when Clock(1, 10) then
    a = previous(a) + 1;
  end when;
  when Clock(1, 3) then
    // expect-error@+1: ClockConflict
    b = a + 1;
  end when;
end M;
