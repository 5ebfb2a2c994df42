// stage: simulate
// options: --linear-solver relaxing
// analytic: one = 1
// tolerance: 1e-8
// assert: relaxing.solves > 0 and relaxing.refused == 0
// note: W44 for a nonlinear system: corrections of Newton's method are found by sweeps through the cells, of three unknowns
// note: each, with the value of the next cell relaxed.
model RelaxingNonlinear
  parameter Integer n = 30;
  Real x[n](each start = 1), y[n](each start = 1), z[n](each start = 1), one;
  Real a[n] = {1 + 0.5*sin(time + k) for k in 1:n}, b[n] = {2 - 0.01*k for k in 1:n}, c[n] = {time + 0.1*k for k in 1:n};
equation
  for k in 1:n loop
    4*x[k] + y[k] + z[k] + 0.2*x[k]^3 = 4*a[k] + b[k] + c[k] + 0.2*a[k]^3
      + 0.5*relax(if k < n then x[min(k + 1, n)] else 0) - 0.5*(if k < n then a[min(k + 1, n)] else 0)
      + 0.5*(if k > 1 then x[max(k - 1, 1)] - a[max(k - 1, 1)] else 0);
    2*x[k] + 5*y[k] - 2*z[k] = 2*a[k] + 5*b[k] - 2*c[k];
    x[k] - 2*y[k] + 4*z[k] + 0.1*exp(0.1*z[k]) = a[k] - 2*b[k] + 4*c[k] + 0.1*exp(0.1*c[k]);
  end for;
  one = 1 + max(max(abs(x - a)), max(max(abs(y - b)), max(abs(z - c))));
  annotation(experiment(StopTime = 1, Interval = 0.1));
end RelaxingNonlinear;
