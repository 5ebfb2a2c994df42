// stage: simulate
// model: Formola.Examples.MultiBody.Tree
// configs: --ignore-hints
// tolerance: 1e-6
// analytic: energy = 3.5091035921625173
// assert: states == 14
// note: Energy at the start: m*g times the sum of the heights of the centres of mass.
