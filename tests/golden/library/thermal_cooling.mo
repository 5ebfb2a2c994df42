// stage: simulate
// model: Formola.Examples.Thermal.Cooling
// tolerance: 1e-5
// analytic: body.T = exact
