// stage: simulate
// model: Formola.Examples.MultiBody.DoublePendulum
// tolerance: 2e-5
// note: at the tolerance of 1e-8 of the example the energy drifts by 0.7e-5 with ida, 1.2e-5 with inline:bdf, 1.6e-5 with cvode.
// analytic: energy = 0
