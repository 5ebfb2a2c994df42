// stage: simulate
// model: Formola.Examples.Classics.Robertson
// options: --method inline:radau5 --tolerance 1e-6 --intervals 1 --filter ^y
// tolerance: 1e-4
// final: y[1] = 2.083340149701255e-08
// final: y[2] = 8.333360770334713e-14
// final: y[3] = 0.999999979166505
// assert: steps_accepted < 400 and steps_rejected < 20 and factorizations < 200
// origin: Reference solution of the Test Set for IVP Solvers, release 2.4 (Mazzia, Magherini 2008).
// note: Steps of 1e10: a state given by a linear part inside of the iteration would carry noise of 1e-7 (6444 steps).
