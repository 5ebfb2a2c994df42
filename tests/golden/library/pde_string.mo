// stage: simulate
// model: Formola.Examples.PDE.VibratingString
// tolerance: 1e-4
// analytic: string.y = exact
// analytic: string4.y = limit
