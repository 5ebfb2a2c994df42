// stage: simulate
// model: Formola.Examples.Classics.TransistorAmplifier
// options: --method inline:sdirk4 --tolerance 1e-6 --intervals 1 --filter ^y
// tolerance: 1e-5
// assert: steps_accepted < 2000 and steps_rejected < 300
// final: y[1] = -0.5562145012262709e-2
// final: y[2] = 3.006522471903042
// final: y[3] = 2.849958788608128
// final: y[4] = 2.926422536206241
// final: y[5] = 2.704617865010554
// final: y[6] = 2.761837778393145
// final: y[7] = 4.770927631616772
// origin: Reference solution of the Test Set for IVP Solvers, release 2.4 (Mazzia, Magherini 2008).
// note: As iterated_currents: 2.5 correct digits with 2341+738 steps were the result of currents not exact enough.
