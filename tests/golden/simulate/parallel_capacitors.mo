// stage: simulate
// model: W5
// options: --stop 1
// analytic: u1 = 10*time/3
// analytic: i1 = 10*2/3
// tolerance: 1e-6
// note: W5: a current of 10 divides between two parallel capacitors of 2 and 1; index reduction leaves one state.
model W5
  parameter Real C1 = 2, C2 = 1;
  Real u1(start = 0, fixed = true), u2, i1, i2;
equation
  C1*der(u1) = i1;
  C2*der(u2) = i2;
  u1 = u2;
  i1 + i2 = 10;
end W5;
