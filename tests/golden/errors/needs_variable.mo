// stage: check
// model: M
model M
  Boolean b = time > 1;
  // expect-error@+1: NeedsVariable
  Boolean c = pre(not b);
  // expect-error@+1: NeedsVariable
  Boolean d = edge(b and c);
end M;
