// stage: structure
// note: W44: relaxing as an iteration. In each cell three unknowns are strongly coupled; the value of the next cell is
// note: relaxed. Swept cell by cell, only the relaxed values are kept from the sweep before: 19 of 60 unknowns, in fewer
// note: sweeps than the iteration of Gauss and Seidel, which keeps all.
// assert: [b.size for b in blocks if b.kind == 'linear'] == [60]
// assert: [b.relaxing_iteration.iterated for b in blocks if b.kind == 'linear'] == [19]
// assert: [b.gauss_seidel_iteration.iterated for b in blocks if b.kind == 'linear'] == [60]
// assert: all(0 < b.relaxing_iteration.sweeps < b.gauss_seidel_iteration.sweeps for b in blocks if b.kind == 'linear')
model RelaxingIteration
  parameter Integer n = 20;
  Real x[n], y[n], z[n];
equation
  for k in 1:n loop
    4*x[k] + y[k] + z[k] = time + 0.5*relax(if k < n then x[min(k + 1, n)] else 0) + (if k > 1 then 0.5*x[max(k - 1, 1)] else 0);
    2*x[k] + 5*y[k] - 2*z[k] = 1;
    x[k] - 2*y[k] + 4*z[k] = 2;
  end for;
end RelaxingIteration;
