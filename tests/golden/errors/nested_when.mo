// stage: simulate
// model: M
model M
  discrete Real x;
equation
  when time > 0.5 then
    x = 1;
    // expect-error@+1: NestedWhen
    when time > 2 then
      terminate("end");
    end when;
  end when;
end M;
