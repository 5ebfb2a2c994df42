// stage: check
// model: M
// slow: millions of steps are evaluated before it gives up
// message: steps
function f
  input Integer n;
  output Integer m;
algorithm
  m := n;
  while true loop
    m := n + 1;
  end while;
end f;
model M
  // expect-error@+1: NotEvaluable
  constant Integer k = f(1);
end M;
