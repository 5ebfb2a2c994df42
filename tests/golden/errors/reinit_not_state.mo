// stage: check
// model: M
model M
  Real x = time;
equation
  when time > 1 then
    // expect-error@+1: ReinitNotState
    reinit(x, 0);
  end when;
end M;
