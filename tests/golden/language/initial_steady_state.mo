// stage: simulate
// model: M
// note: Steady state, a parameter computed at the start, an initial algorithm.
// analytic: x = 4
// analytic: y = 4*exp(-time)
// analytic: z = 6 + time
model M
  parameter Real gain(fixed = false, start = 1);
  parameter Real start_(fixed = false);
  Real x(start = 1), y(start = 4, fixed = true), z;
initial equation
  der(x) = 0;
  x = 4;
initial algorithm
  start_ := 1;
  for i in 1:3 loop
    start_ := start_*i;
  end for;
equation
  der(x) = 8 - gain*x;
  der(y) = -y;
  z = start_ + time;
end M;
