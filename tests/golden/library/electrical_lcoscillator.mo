// stage: simulate
// model: Formola.Examples.Electrical.LCOscillator
// tolerance: 1e-4
// analytic: capacitor.v = exact
