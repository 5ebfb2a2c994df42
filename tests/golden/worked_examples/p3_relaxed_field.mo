// stage: structure
// note: a field in two dimensions with the cells to the right and above relaxed, as seed 003 (section 4) proposes: elimination cell by cell
//   fills rows of two lines of cells. The hint is not followed, which is told; the block is solved as without it.
// expect-note: RelaxTooLong
// message: relax\(\) is not followed in this system of 400 equations
// assert: [b.size for b in blocks if b.kind == 'linear'] == [400]
// assert: [b.numeric > 0 for b in blocks if b.kind == 'linear'] == [True]
model RelaxedField
  parameter Integer n = 20;
  Real u[n, n];
  Real f = 1 + time;
equation
  for i in 1:n loop
    for j in 1:n loop
      4*u[i, j] = f/(n + 1)^2 + (if i > 1 then u[max(i - 1, 1), j] else 0) + (if j > 1 then u[i, max(j - 1, 1)] else 0)
        + relax(if i < n then u[min(i + 1, n), j] else 0) + relax(if j < n then u[i, min(j + 1, n)] else 0);
    end for;
  end for;
end RelaxedField;
