// stage: simulate
// model: Formola.Examples.Classics.Squeezer
// options: --tolerance 1e-8 --intervals 1 --filter ^y
// tolerance: 1e-4
// configs: --backend interp; --method cvode; --method ida:dense
// final: y[1] = 15.81077119629904
// final: y[2] = -15.75637105984298
// final: y[3] = 0.04082224013073101
// final: y[4] = -0.5347301163226948
// final: y[5] = 0.5244099658805303
// final: y[6] = 0.5347301163226948
// final: y[7] = 1.048080741042263
// assert: states == 2
// origin: Reference solution of the Test Set for IVP Solvers, release 2.4 (Mazzia, Magherini 2008).
