// stage: simulate
// model: Formola.Examples.Process.SuperheaterWithFlow
// tolerance: 1e-4
// final: superheater.h = 3.2e6
