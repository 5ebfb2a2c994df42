// stage: check
// model: M
// note: two components on every level of a class that contains itself
model M
  model A
    replaceable model I = A;
    // expect-error@+1: RecursiveComponent
    I i;
    // expect-error@+1: RecursiveComponent
    I j;
  end A;
  A a;
end M;
