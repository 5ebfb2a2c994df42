// stage: simulate
// model: Formola.Examples.Papers.TurnedDriveTrain
// tolerance: 1e-6
// analytic: w2 = exact
