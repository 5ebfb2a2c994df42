// stage: simulate
// model: Formola.Examples.Process.SuperheaterEnergy
// tolerance: 1e-5
// analytic: superheater.h = exact
