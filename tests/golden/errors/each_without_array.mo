// stage: check
// model: M
model A
  parameter Real k = 1;
end A;
model M
  // expect-warning@+1: EachWithoutArray
  A a(each k = 1);
end M;
