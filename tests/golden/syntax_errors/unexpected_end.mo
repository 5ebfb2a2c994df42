// stage: check
model UnexpectedEnd
  Real x;
equation
  x = 1;
  // expect-error@+1: UnexpectedEnd
  end if;
end UnexpectedEnd;
