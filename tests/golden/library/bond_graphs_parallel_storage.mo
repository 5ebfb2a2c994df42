// stage: simulate
// model: Formola.Examples.BondGraphs.ParallelStorage
// configs: --method inline:bdf
// tolerance: 1e-5
// analytic: c1.e = exact
// final: c2.q = 3*(1 - exp(-10/3))
