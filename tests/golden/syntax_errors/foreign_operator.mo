// stage: check
// message: write 'and'
model ForeignOperator
  Boolean a, b;
equation
  a = time > 1;
  // expect-error@+1: ForeignOperator
  b = a && time < 2;
end ForeignOperator;
