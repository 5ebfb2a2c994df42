// stage: check
model UnterminatedComment
  Real x;
equation
  // expect-error@+1: UnterminatedComment
  /* the law of Hooke
  x = 1;
end UnterminatedComment;
