// stage: simulate
// model: Formola.Examples.Classics.TransistorAmplifier
// options: --tolerance 1e-8 --intervals 1 --filter ^y
// tolerance: 1e-4
// configs: --backend interp; --method cvode; --method ida:dense
// final: y[1] = -0.005562145012262709
// final: y[2] = 3.006522471903042
// final: y[3] = 2.849958788608128
// final: y[4] = 2.926422536206241
// final: y[5] = 2.704617865010554
// final: y[6] = 2.761837778393145
// final: y[7] = 4.770927631616772
// final: y[8] = 1.236995868091548
// assert: states == 5
// origin: Reference solution of the Test Set for IVP Solvers, release 2.4 (Mazzia, Magherini 2008).
