// stage: simulate
// model: Formola.Examples.Rotational.Stopping
// tolerance: 1e-5
// configs: --backend interp
// analytic: inertia.w = exact
