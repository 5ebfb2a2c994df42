// stage: simulate
// model: Formola.Examples.Rotational.DampedPendulum
// tolerance: 1e-5
// analytic: shaft.phi_rel = exact
