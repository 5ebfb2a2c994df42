// stage: simulate
// model: Formola.Examples.Electrical.DiodeResistor
// tolerance: 1e-6
// configs: --backend interp
// analytic: check = 5*time
