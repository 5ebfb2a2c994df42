// stage: simulate
// model: Formola.Examples.Blocks.SecondOrderStep
// tolerance: 1e-5
// configs: --backend interp
// analytic: lag.y = exact
