// stage: flatten
// model: M
// note: Initial equations and algorithms, parameters computed at the start (fixed = false).
model M
  parameter Real p(fixed = false);
  parameter Real q(fixed = false);
  parameter Boolean steady = true;
  Real x(start = 2), y, z[2](each fixed = true, start = {1, 2});
initial equation
  p = 3;
  if steady then
    der(x) = 0;
  else
    x = 1;
  end if;
initial algorithm
  q := 1;
  for i in 1:3 loop
    q := q*i;
  end for;
equation
  der(x) = p - x;
  y = q*x;
  der(z) = -z;
end M;
