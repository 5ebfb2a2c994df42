// stage: simulate
// model: Formola.Examples.Rotational.Breakaway
// tolerance: 1e-5
// configs: --backend interp
// analytic: inertia.w = exact
