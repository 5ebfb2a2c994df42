// stage: simulate
// model: Formola.Examples.Electrical.RLCCircuit
// tolerance: 1e-5
// configs: --backend interp; --ignore-hints
// analytic: y1 = exact
// analytic: y2 = exact2
