// stage: check
// model: BoundedMemory
// note: arrays of 8 MB, made again and again: the evaluation of a constant is stopped before it has made 2 GB of them
// message: makes arrays and texts of more than 2048 MB
function waste
  input Integer times;
  output Integer n = 0;
protected
  Real x[:];
algorithm
  for i in 1:times loop
    x := fill(i, 1000000);
    n := n + size(x, 1);
  end for;
end waste;

model BoundedMemory
  // expect-error@+1: NotEvaluable
  parameter Integer n = waste(1000000);
  Real x[n];
equation
  x = zeros(n);
end BoundedMemory;
