// stage: simulate
// model: Formola.Examples.Electrical.HeatedResistor
// tolerance: 1e-5
// analytic: body.T = 293.15 + 20*(1 - exp(-time/10))
