// stage: simulate
// options: --stop 1
// configs: --backend interp; --method inline:bdf
// note: an algorithm with clocked variables runs at their ticks
// analytic: y = 2^(floor(time/0.2 + 1e-9) + 1)
// analytic: first = 1 if time < 0.2 else 0
model ClockedAlgorithm
  Real u, y(start = 1);
  Boolean first;
algorithm
  y := u;
  for i in 1:1 loop
    y := 2*y;
  end for;
equation
  u = previous(y) + 0*sample(time, Clock(1, 5));
  first = firstTick(u);
end ClockedAlgorithm;
