// stage: check
model ShortClassExpected
  model B
    replaceable model C = D;
  end B;
  // expect-error@+1: ShortClassExpected
  B b(redeclare model C);
end ShortClassExpected;
