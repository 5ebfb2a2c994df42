// stage: check
// options: --strict
// model: Empty
// note: what empty_arrays.mo has as a warning
// expect-error: EmptyArraySizes
model Empty
  parameter Integer n = 0;
  parameter Real table[n, 3] = fill(0.0, 0);
  Real x = time + sum(table);
end Empty;
