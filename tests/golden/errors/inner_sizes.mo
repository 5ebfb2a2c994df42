// stage: check
// model: Plant
// note: inner and outer are of the same sizes: specification 5.4
// message: their sizes differ: \[3\] and \[2\]
// message: their sizes differ: \[1\] and no array
model Part
  outer Real p[2];
  Real x = p[1];
end Part;
model Scalar
  outer Real q;
  Real x = q;
end Scalar;
model Fine
  outer Real r[3];
  Real x = r[3];
end Fine;
model Plant
  // expect-error@+1: InnerIncompatible
  inner Real p[3] = {1, 2, 3};
  Part a;
  // expect-error@+1: InnerIncompatible
  inner Real q[1] = {1};
  Scalar b;
  inner Real r[3] = {1, 2, 3};
  Fine c;
end Plant;
