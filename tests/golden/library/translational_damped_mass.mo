// stage: simulate
// model: Formola.Examples.Translational.DampedMass
// tolerance: 1e-5
// analytic: speed.v = exact
