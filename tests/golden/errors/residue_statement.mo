// stage: check
// model: M
// note: As a statement residue() is about an unknown as well, and about equations that always hold.
model M
  parameter Real p = 2;
  Real x = time, y;
equation
  residue(x);
  // expect-error@+1: ResidueArgument
  residue(p);
  when x > 1 then
    y = x;
    // expect-error@+1: NotAnEquation
    residue(x);
  end when;
end M;
