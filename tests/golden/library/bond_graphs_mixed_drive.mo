// stage: simulate
// model: Formola.Examples.BondGraphs.MixedDrive
// tolerance: 1e-5
// analytic: load.w = exact
// final: iron.T = 293.15 + 144*(1 - exp(-20))/50
