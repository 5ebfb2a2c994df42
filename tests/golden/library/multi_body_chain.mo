// stage: simulate
// model: Formola.Examples.MultiBody.Chain
// configs: --ignore-hints
// tolerance: 1e-6
// analytic: energy = 5.4230925795179585
// assert: states == 12
// note: Energy at the start: m*g times the sum of the heights of the centres of mass.
