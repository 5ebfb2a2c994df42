// stage: flatten
// model: M
// note: Outer in elements of an array of components, an inner array, an inner record.
record Settings
  Real a = 1;
  Integer n = 2;
end Settings;

model Cell
  outer parameter Settings settings;
  outer Real signal[2];
  Real x[settings.n] = fill(settings.a*signal[1], settings.n);
end Cell;

model M
  inner parameter Settings settings(a = 5);
  inner Real signal[2] = {time, 2*time};
  Cell c[2];
end M;
