// stage: simulate
// model: Formola.Examples.Electrical.VoltageDivider
// configs: --ignore-hints
// tolerance: 1e-4
// analytic: R2.v = exact
