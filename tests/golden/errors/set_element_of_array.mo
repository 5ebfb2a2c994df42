// stage: check
// model: M
// options: --set x[2]=5 --set y[1]=3
// expect-error: ElementWithoutArray
// expect-error: ElementSubscripts
model M
  parameter Real x[2];
  parameter Real y[2, 2] = {{1, 2}, {3, 4}};
end M;
