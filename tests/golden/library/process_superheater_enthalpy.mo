// stage: simulate
// model: Formola.Examples.Process.SuperheaterEnthalpy
// tolerance: 1e-5
// analytic: superheater.h = exact
