// stage: simulate
// model: Formola.Examples.Blocks.PIDStep
// tolerance: 1e-4
// analytic: pid.y = exact
// analytic: derivative.y = exact2
