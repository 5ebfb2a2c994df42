// stage: simulate
// model: Formola.Examples.Rotational.TorsionPendulum
// tolerance: 1e-5
// analytic: inertia.phi = exact
