// stage: simulate
// model: Formola.Examples.BondGraphs.Crank
// tolerance: 1e-5
// analytic: energy = 4
// analytic: speed.y = exact
