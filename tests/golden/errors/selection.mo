// stage: check
// model: Selections
model Selections
  record R
    Real a;
  end R;
  R r(a = time);
  // expect-error@+1: IndexOutOfBounds
  Real x = ({1, 2, 3})[4];
  // expect-error@+1: NoSuchMember
  Real y = (r).b;
  // expect-error@+1: NoSuchMember
  Real z = (time).b;
end Selections;
