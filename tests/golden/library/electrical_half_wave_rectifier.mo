// stage: simulate
// model: Formola.Examples.Electrical.HalfWaveRectifier
// tolerance: 1e-4
// configs: --backend interp
// analytic: load.v = exact
