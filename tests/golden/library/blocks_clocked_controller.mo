// stage: simulate
// model: Formola.Examples.Blocks.ClockedController
// options: --tolerance 1e-8
// configs: --backend interp; --method inline:bdf; --method cvode
// tolerance: 1e-4
// note: at rest u = y + 0.2 y^3
// analytic: filtered = 1 - 1.1^(-floor(time/0.05 + 1e-9))
// analytic: ticks = floor(time/0.5 + 1e-9) + 1
// final: plant.y = 1
// final: u = 1.2
