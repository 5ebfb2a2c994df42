// stage: check
// model: Plant
// note: the constraining class holds for the declaration itself, for every redeclaration and for later constraints: specification 7.3.2
// message: they have different numbers of dimensions
// message: its 'y' is of another type
model Small
  Real x = 1;
end Small;
model Large
  Real x = 2;
  Real y = 3;
end Large;
model Odd
  Real x = 2;
  Boolean y = true;
end Odd;
type Row = Real[3];
type Table = Real[2, 3];
model Declared
  // expect-error@+1: RedeclareIncompatible
  replaceable Small a constrainedby Large;
  // expect-error@+1: RedeclareIncompatible
  replaceable model B = Small constrainedby Large;
  B b;
  // expect-error@+1: RedeclareIncompatible
  replaceable model C
    Real x = 1;
  end C constrainedby Large;
  C c;
end Declared;
model Sizes
  replaceable Row a[2] = ones(2, 3) constrainedby Row;
  // expect-error@+1: RedeclareIncompatible
  replaceable Row b[2] = ones(2, 3) constrainedby Table;
  // expect-error@+1: RedeclareIncompatible
  replaceable type C = Row[2] constrainedby Table;
  C c = ones(2, 3);
end Sizes;
model Host
  replaceable Large part constrainedby Small;
  replaceable model Kind = Large constrainedby Small;
  Kind member;
end Host;
model Narrow
  extends Host(redeclare replaceable Large part constrainedby Large,
               redeclare replaceable model Kind = Large constrainedby Large);
end Narrow;
model Wide
  extends Narrow(
    // expect-error@+1: RedeclareIncompatible
    redeclare replaceable Large part constrainedby Small);
end Wide;
model Plant
  Declared a;
  Sizes b;
  Host c(redeclare Small part, redeclare model Kind = Small);
  // expect-error@+1: RedeclareIncompatible
  Narrow d(redeclare Small part);
  // expect-error@+1: RedeclareIncompatible
  Narrow e(redeclare model Kind = Small);
  Wide f;
  // expect-error@+1: RedeclareIncompatible
  Narrow g(redeclare Odd part);
end Plant;
