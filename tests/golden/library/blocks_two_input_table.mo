// stage: simulate
// model: Formola.Examples.Blocks.TwoInputTable
// tolerance: 1e-9
// configs: --backend interp
// analytic: table.y = 1.5*time
