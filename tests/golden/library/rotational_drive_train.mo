// stage: simulate
// model: Formola.Examples.Rotational.DriveTrain
// tolerance: 1e-5
// analytic: shaft2.w = exact
