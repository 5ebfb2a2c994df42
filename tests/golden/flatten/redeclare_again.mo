// stage: flatten
// model: M
// note: A redeclaration in a redeclaration, and one that stays replaceable and is replaced again further out.
model A
  parameter Real p = 1;
  Real y = p*time;
end A;

model B
  extends A(p = 2);
  Real b = 1;
end B;

model C
  extends B(p = 3);
  Real c = 2;
end C;

model L1
  replaceable A x constrainedby A;
end L1;

model L2
  extends L1(redeclare replaceable B x constrainedby B);
end L2;

model M
  L1 l1;
  L2 l2;
  L2 l3(redeclare C x(p = 9));
end M;
