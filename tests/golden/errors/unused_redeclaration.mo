// stage: check
// model: E
// options: --strict
// note: also where no component is of the class; a modifier with 'replaceable' is a redeclaration (specification 3.6, 7.3)
model A
  Real x = 1;
end A;
model B
  Real x = 2;
  Real y = 3;
end B;
model E
  // expect-error@+1: RedeclareIncompatible
  extends D(redeclare model X = A);
end E;
model C
  replaceable model X = A;
end C;
model D
  extends C(replaceable model X = B constrainedby B);
end D;
