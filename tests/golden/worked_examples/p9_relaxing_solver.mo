// stage: simulate
// options: --linear-solver relaxing --method inline:bdf
// analytic: one = 1
// tolerance: 1e-8
// assert: relaxing.solves > 0 and relaxing.refused == 0
// note: W44, the relaxing iteration as a solver: a field in two dimensions, the cells to the right and above relaxed as
// note: seed 003 (section 4) proposes. It is swept cell by cell instead of being eliminated. The right-hand side belongs to
// note: a known solution.
model RelaxingSolver
  parameter Integer n = 20;
  Real u[n, n], exact[n, n], one;
equation
  for i in 1:n loop
    for j in 1:n loop
      exact[i, j] = (1 + time)*sin(i)*cos(0.5*j) + 2;
      4.2*u[i, j] = 4.2*exact[i, j]
        + (if i > 1 then u[max(i - 1, 1), j] - exact[max(i - 1, 1), j] else 0)
        + (if j > 1 then u[i, max(j - 1, 1)] - exact[i, max(j - 1, 1)] else 0)
        + relax(if i < n then u[min(i + 1, n), j] else 0) - (if i < n then exact[min(i + 1, n), j] else 0)
        + relax(if j < n then u[i, min(j + 1, n)] else 0) - (if j < n then exact[i, min(j + 1, n)] else 0);
    end for;
  end for;
  one = 1 + max(abs(u - exact));
  annotation(experiment(StopTime = 1, Interval = 0.1));
end RelaxingSolver;
