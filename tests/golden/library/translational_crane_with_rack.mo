// stage: simulate
// model: Formola.Examples.Translational.CraneWithRack
// tolerance: 1e-5
// analytic: mass.v = exact
