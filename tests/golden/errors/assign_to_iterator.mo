// stage: check
// model: M
model M
  function f
    input Integer n;
    output Integer y = 0;
    output Integer z = 0;
  algorithm
    for i in 1:n loop
      // expect-error@+1: AssignToIterator
      i := 2;
      y := y + i;
    end for;
    // expect-error@+1: AssignToInput
    (y, n) := f(1);
  end f;
  Integer y = f(2);
  Integer k;
algorithm
  for i in 1:3 loop
    // expect-error@+1: AssignToIterator
    i := 1;
  end for;
  k := 1;
end M;
