// stage: simulate
// model: Formola.Examples.Process.DrainedTank
// tolerance: 1e-4
// final: tank.h = 1e4/9806.65
