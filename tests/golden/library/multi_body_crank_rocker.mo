// stage: simulate
// model: Formola.Examples.MultiBody.CrankRocker
// tolerance: 1e-6
// analytic: freudenstein = exact
// final: energy = 2.3480033114233265
// assert: states == 2
