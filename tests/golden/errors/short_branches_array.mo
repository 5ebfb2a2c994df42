// stage: check
// model: M
model M
  Real x[2], y;
equation
  // expect-error@+1: UnevenBranches
  if time > 1 then
    x = {1, 2};
    y = 1;
  else
    x[1] = 1;
    y = 2;
  end if;
end M;
