// stage: check
model UnexpectedClosing
  // expect-error@+1: UnexpectedClosing
  Real x = 2*(1 + time));
end UnexpectedClosing;
