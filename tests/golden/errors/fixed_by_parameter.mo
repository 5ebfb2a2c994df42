// stage: simulate
// note: fixed = p counts with the value of p
model M
  parameter Boolean p = true;
  parameter Real x0 = 2;
  // expect-error@+1: InitialOverdetermined
  Real x(start = x0, fixed = p);
initial equation
  x = 7;
equation
  der(x) = -x;
end M;
