// stage: simulate
// model: Formola.Examples.Electrical.DiffusionLine
// tolerance: 1e-5
// configs: --ignore-hints
// analytic: voltmeter.v = exact
