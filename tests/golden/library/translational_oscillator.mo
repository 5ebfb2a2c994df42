// stage: simulate
// model: Formola.Examples.Translational.Oscillator
// tolerance: 1e-5
// analytic: mass.s = exact
