// stage: simulate
// model: Formola.Examples.Rotational.Braking
// tolerance: 1e-5
// configs: --backend interp
// analytic: inertia.w = exact
// final: inertia.phi = 3
