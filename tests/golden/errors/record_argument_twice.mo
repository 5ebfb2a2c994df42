// stage: check
model RecordArgumentTwice
  record R
    Real a;
    Real b = 2;
  end R;
  // expect-error@+1: ArgumentTwice
  R r = R(1, a = 2);
end RecordArgumentTwice;
