// stage: simulate
// model: Formola.Examples.Translational.CraneWithRack
// configs: --ignore-hints
// tolerance: 1e-5
// analytic: mass.v = exact
