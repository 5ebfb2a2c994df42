// stage: simulate
// model: Formola.Examples.Classics.Squeezer
// options: --method inline:bdf --tolerance 1e-8 --intervals 1 --filter ^y
// tolerance: 1e-4
// configs: --method inline:sdirk4; --method inline:radau5; --start-up runge-kutta
// note: At a dead centre the forces do not follow from the accelerations: no linear system of the step may count on it.
// final: y[1] = 15.81077119629904
// final: y[2] = -15.75637105984298
// final: y[3] = 0.04082224013073101
// final: y[4] = -0.5347301163226948
// final: y[5] = 0.5244099658805303
// final: y[6] = 0.5347301163226948
// final: y[7] = 1.048080741042263
