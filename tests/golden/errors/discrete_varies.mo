// stage: check
// model: M
// message: no when-clause gives it its value
model M
  discrete Real d = time;  // expect-error@+0: DiscreteVaries
  discrete Real e = 1;  // expect-error@+0: DiscreteVaries
  Integer n = rounded(3.2);
  Integer m = integer(time);

  function rounded
    input Real x;
    output Integer y;
  algorithm
    y := integer(x + 0.5);
  end rounded;
end M;
