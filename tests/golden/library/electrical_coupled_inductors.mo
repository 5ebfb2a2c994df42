// stage: simulate
// model: Formola.Examples.Electrical.CoupledInductors
// tolerance: 1e-4
// analytic: transformer.i1 = exact
// analytic: transformer.i2 = -time
