// stage: simulate
// model: M
model M
  // expect-warning@+1: DefaultClock
  Integer k(start = 0);
equation
  k = previous(k) + 1;
end M;
