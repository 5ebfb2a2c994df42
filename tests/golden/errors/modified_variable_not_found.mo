// stage: check
// options: --strict
// model: M
// message: its variables are 'h'
model M
  // expect-error@+1: ModifiedElementNotFound
  Formola.Process.Tank tank(A = 1, level(start = 2, fixed = true));
equation
  tank.port.q = 0;
end M;
