// stage: simulate
// model: Formola.Examples.Papers.Circuit3
// options: --filter ^([RCL][123]?\.[vi]|exact2?)$
// tolerance: 1e-5
// configs: --ignore-hints; --method inline:bdf
// analytic: L.i = exact
// analytic: C.i = exact2
