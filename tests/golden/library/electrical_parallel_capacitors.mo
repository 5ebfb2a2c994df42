// stage: simulate
// model: Formola.Examples.Electrical.ParallelCapacitors
// tolerance: 1e-4
// configs: --backend interp; --ignore-hints
// analytic: C1.v = exact
// analytic: C1.i = 2/3*1e-3*sin(2000*pi*time)
