// stage: simulate
// expect-error: InitialOverdetermined
// message: 4 equations for only 3 unknowns
model ContradictingSum
  Real x(start=1, fixed=true), y(start=2, fixed=true), z(start=4, fixed=true);
equation
  der(x) = -x;
  der(y) = -y;
  x + y = z;
end ContradictingSum;
