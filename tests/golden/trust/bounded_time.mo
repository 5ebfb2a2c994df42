// stage: check
// model: BoundedTime
// slow: some million calls
// note: fib(60) needs 10^12 calls
// message: the evaluation takes more than 50000000 steps
function fib
  input Integer n;
  output Integer y;
algorithm
  y := if n < 2 then n else fib(n - 1) + fib(n - 2);
end fib;

model BoundedTime
  // expect-error@+1: NotEvaluable
  constant Integer c = fib(60);
  Real x = c;
end BoundedTime;
