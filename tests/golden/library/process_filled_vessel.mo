// stage: simulate
// model: Formola.Examples.Process.FilledVessel
// tolerance: 1e-5
// configs: --method inline:bdf
// analytic: vessel.p = exact
// analytic: vessel.T = exact2
// assert: states == 2
