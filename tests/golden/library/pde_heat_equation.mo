// stage: simulate
// model: Formola.Examples.PDE.HeatEquation
// tolerance: 5e-4
// analytic: error = 0
// final: rod.y = exact
