// stage: simulate
// options: --linear-solver relaxing --method inline:bdf --tolerance 1e-6
// analytic: v = exact
// tolerance: 1e-4
// assert: relaxing.solves > 0 and relaxing.refused == 0
// note: W44 without relax(): the inlined step of a plate of 1600 cells, its groups found by the numbers of its matrix. The
// note: start is an eigenvector of the difference equations, which fades with its own rate.
model RelaxingStates
  parameter Integer n = 40;
  constant Real pi = 3.141592653589793;
  parameter Real rate = 8*sin(pi/(2*(n + 1)))^2*k;
  parameter Real k = 100;
  Real u[n, n](start = {{sin(pi*i/(n + 1))*sin(pi*j/(n + 1)) for j in 1:n} for i in 1:n}, each fixed = true);
  Real v = u[3, 5], exact = sin(3*pi/(n + 1))*sin(5*pi/(n + 1))*exp(-rate*time);
equation
  for i in 1:n loop
    for j in 1:n loop
      der(u[i, j]) = k*((if i > 1 then u[max(i - 1, 1), j] else 0) + (if i < n then u[min(i + 1, n), j] else 0)
        + (if j > 1 then u[i, max(j - 1, 1)] else 0) + (if j < n then u[i, min(j + 1, n)] else 0) - 4*u[i, j]);
    end for;
  end for;
  annotation(experiment(StopTime = 1, Interval = 0.1));
end RelaxingStates;
