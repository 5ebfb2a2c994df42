// stage: simulate
// model: Formola.Examples.Electrical.ControlledSources
// tolerance: 1e-9
// analytic: R2.v = exact
// analytic: R1.i = exact/6
