// stage: simulate
// model: Formola.Examples.Papers.CausalizedCircuit
// options: --filter ^([RCL][123]?\.[vi]|exact2?)$
// tolerance: 1e-5
// configs: --ignore-hints; --method inline:bdf
// analytic: C.v = exact
// analytic: L.i = exact2
