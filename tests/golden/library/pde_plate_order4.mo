// stage: simulate
// model: Formola.Examples.PDE.PlateOrder4
// tolerance: 1e-4
// analytic: centre = exact
