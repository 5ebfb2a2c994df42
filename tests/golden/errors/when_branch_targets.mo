// stage: check
// model: M
model M
  Integer n;
  Real x;
equation
  // expect-error@+1: WhenBranchTargets
  when time > 1 then
    n = 1;
    x = 2;
  elsewhen time > 2 then
    n = 2;
  end when;
end M;
