// stage: simulate
// model: Formola.Examples.Electrical.ChargeCapacitor
// tolerance: 1e-4
// configs: --backend interp
// analytic: capacitor.v = exact
