// stage: simulate
// model: Formola.Examples.PDE.Transport
// tolerance: 1e-2
// analytic: second.y = exact
// analytic: fourth.y = exact4
