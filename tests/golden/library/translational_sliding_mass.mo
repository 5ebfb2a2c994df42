// stage: simulate
// model: Formola.Examples.Translational.SlidingMass
// tolerance: 1e-5
// configs: --backend interp
// analytic: mass.v = exact
