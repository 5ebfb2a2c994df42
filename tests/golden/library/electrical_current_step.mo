// stage: simulate
// model: Formola.Examples.Electrical.CurrentStep
// tolerance: 1e-4
// analytic: inductor.i = exact
