// stage: simulate
// model: Formola.Examples.Thermal.ConvectiveHeating
// tolerance: 1e-5
// analytic: body.T = exact
