// stage: check
// model: M
// note: A residue() that names no unknown had no effect and nothing was said.
// message: its argument must be a variable that changes in time
model M
  parameter Real p = 2;
  Real x, y, z[2], u(start = 0, fixed = true);
equation
  // expect-error@+1: ResidueArgument
  x + y^3 = p + residue(2*x);
  // expect-error@+1: ResidueArgument
  x - y^3 = 1 + residue(p);
  z[1] + z[2]^3 = p + residue(z[1]);
  z[1] - z[2] = time;
  der(u) = -u + residue(der(u));
end M;
