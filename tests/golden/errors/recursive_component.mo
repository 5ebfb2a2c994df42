// stage: check
// model: M
model Node
  Real x = 1;
  // expect-error@+1: RecursiveComponent
  Node next;
end Node;
model M
  Node node;
end M;
