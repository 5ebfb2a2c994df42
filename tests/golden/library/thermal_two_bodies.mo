// stage: simulate
// model: Formola.Examples.Thermal.TwoBodies
// tolerance: 1e-5
// analytic: body1.T = exact
