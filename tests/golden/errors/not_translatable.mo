// stage: translate
// options: --to matlab
// expect-error: NotTranslatable
// message: it uses delay\(\)
model NotTranslatable
  Real x(start = 1, fixed = true);
equation
  der(x) = -delay(x, 0.5);
end NotTranslatable;
