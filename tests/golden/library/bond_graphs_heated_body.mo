// stage: simulate
// model: Formola.Examples.BondGraphs.HeatedBody
// tolerance: 1e-5
// analytic: body.T = exact
// analytic: supplied = 20*time
// analytic: missing = 0
