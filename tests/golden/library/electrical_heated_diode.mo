// stage: simulate
// model: Formola.Examples.Electrical.HeatedDiode
// configs: --method inline:bdf
// tolerance: 1e-5
// analytic: diode.v = exact
