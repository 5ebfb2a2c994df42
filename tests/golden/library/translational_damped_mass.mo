// stage: simulate
// model: Formola.Examples.Translational.DampedMass
// tolerance: 1e-4
// analytic: speed.v = exact
// analytic: position.s = time/2 - (1 - exp(-2*time))/4 - 0.1
// analytic: acceleration.a = exp(-2*time)
