// stage: simulate
// model: Formola.Examples.MultiBody.SliderCrank
// configs: --ignore-hints
// tolerance: 1e-6
// analytic: cylinder.s = exact
// analytic: cylinder.v = exact2
// final: energy = 32.64483698729966
// assert: states == 2
