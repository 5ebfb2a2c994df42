// stage: simulate
// model: Formola.Examples.MultiBody.DoublePendulum
// tolerance: 1e-5
// analytic: energy = 0
