// stage: simulate
// model: Formola.Examples.Papers.Circuit2
// options: --filter ^([RCL][123]?\.[vi]|exact2?)$
// tolerance: 1e-5
// configs: --ignore-hints; --method inline:bdf
// analytic: R1.i = exact
// analytic: L.i = exact2
