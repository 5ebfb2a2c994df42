// stage: simulate
// model: Formola.Examples.Papers.RelaxedDriveTrain
// tolerance: 1e-6
// analytic: w2 = exact
