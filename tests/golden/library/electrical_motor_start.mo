// stage: simulate
// model: Formola.Examples.Electrical.MotorStart
// tolerance: 1e-4
// configs: --backend interp
// analytic: speed.w = exact
