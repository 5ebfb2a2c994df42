// stage: simulate
// model: Formola.Examples.Process.TwoTanks
// tolerance: 1e-5
// analytic: tank1.h = exact
