// stage: check
// model: M
model M
  discrete Real x, y;
equation
  when time > 1 then
    x = 1;
    // expect-error@+1: NestedWhen
    when time > 2 then
      y = 2;
    end when;
  end when;
end M;
