// stage: check
// model: M
// options: --set x[2]=5
// expect-error: NotSupportedYet
model M
  parameter Real x[2] = {1, 2};
end M;
