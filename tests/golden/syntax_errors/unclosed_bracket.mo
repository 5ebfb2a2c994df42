// stage: check
model UnclosedBracket
  Real x;
equation
  // expect-error@+1: UnclosedBracket
  x = 2*(1 + time;
end UnclosedBracket;
