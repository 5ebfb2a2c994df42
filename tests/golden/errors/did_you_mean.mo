// stage: check
// model: M
// message: velocity
model M
  Real velocity = time;
  // expect-error@+1: UndefinedName
  Real x = 2*velocty;
end M;
