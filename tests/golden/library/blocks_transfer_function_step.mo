// stage: simulate
// model: Formola.Examples.Blocks.TransferFunctionStep
// tolerance: 1e-5
// analytic: strict.y = exact
// analytic: biproper.y = exact2
// analytic: static.y = 1.5
