// stage: simulate
// model: Formola.Examples.Classics.TransistorAmplifier
// options: --method inline:mixed --tolerance 1e-3 --intervals 1 --filter ^y
// tolerance: 3e-2
// configs: --method inline:bdf; --method inline:sdirk4
// final: y[1] = -0.5562145012262709e-2
// final: y[2] = 3.006522471903042
// final: y[3] = 2.849958788608128
// final: y[4] = 2.926422536206241
// final: y[5] = 2.704617865010554
// final: y[6] = 2.761837778393145
// final: y[7] = 4.770927631616772
// origin: Reference solution of the Test Set for IVP Solvers, release 2.4 (Mazzia, Magherini 2008).
// note: Currents of 1e-4 A are iterated, nominal value 1: solved to 5e-5 A only, y[4] was 43684 with inline:mixed.
