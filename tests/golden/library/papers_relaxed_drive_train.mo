// stage: simulate
// model: Formola.Examples.Papers.RelaxedDriveTrain
// configs: --ignore-hints
// tolerance: 1e-6
// analytic: w2 = exact
