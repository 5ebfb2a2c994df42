// stage: simulate
// model: Formola.Examples.PDE.HeatEquationOrder4
// tolerance: 1e-6
// analytic: error = 0
// final: rod.y = exact
