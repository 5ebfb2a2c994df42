// stage: simulate
// model: Formola.Examples.Electrical.SwitchedInductor
// tolerance: 1e-4
// analytic: inductor.i = exact
