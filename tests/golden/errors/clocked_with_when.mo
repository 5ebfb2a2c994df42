// stage: check
// model: M
model M
  Real u = sample(time, Clock(1, 10));
  discrete Real y;
equation
  // expect-error@+1: ClockedWhen
  when u > 0.5 then
    y = u;
  end when;
end M;
