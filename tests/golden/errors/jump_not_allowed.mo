// stage: check
// model: M
model M
  function f
    input Real x;
    output Real y = 0;
  algorithm
    // expect-error@+1: JumpNotAllowed
    break;
    for i in 1:3 loop
      if x > i then
        break;
      end if;
      y := y + i;
    end for;
    return;
  end f;
  Real x;
  Real y = f(2);
algorithm
  x := 1;
  // expect-error@+1: JumpNotAllowed
  return;
end M;
