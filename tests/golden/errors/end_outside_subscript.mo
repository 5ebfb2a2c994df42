// stage: check
// model: M
model M
  // expect-error@+1: EndOutsideSubscript
  Real x[end];
end M;
