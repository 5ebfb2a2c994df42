// stage: check
// model: M
connector C
  Real v;
  flow Real i;
end C;

model M
  Real x;
  C a, b;
  // expect-error@+1: TooLarge
  parameter Real p = sum(1:2000000000);
equation
  // expect-error@+1: TooLarge
  for i in 1:1000000000 loop
    x = i;
  end for;
  // expect-error@+1: TooLarge
  for i in 0:1e-12:1 loop
    x = i;
  end for;
  // expect-error@+1: TooLarge
  for i in 1:1000000000 loop
    connect(a, b);
  end for;
end M;
