// stage: check
// model: M
model M
  Integer k(start = 0);
equation
  when Clock(1, 10) then
    k = previous(k) + 1;
  // expect-error@+1: ClockedElsewhen
  elsewhen Clock(1, 5) then
    k = 0;
  end when;
end M;
