// stage: check
// options: --set "x[2].min=1"
// note: single elements have a min only where all have one
// expect-error: ElementWithoutArray
model M
  Real x[3] = {1, 2, 3};
end M;
