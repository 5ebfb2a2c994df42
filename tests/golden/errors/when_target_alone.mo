// stage: check
// model: M
model M
  discrete Real x, y;
equation
  when time > 0.5 then
    // expect-error@+1: WhenTargetNotVariable
    x + y = 1;
    y = 2;
  end when;
end M;
