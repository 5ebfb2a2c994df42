// stage: simulate
// model: Formola.Examples.Classics.MedicalAkzoNobel
// options: --tolerance 1e-7 --intervals 1 --filter ^y
// tolerance: 1e-5
// configs: --backend interp; --method cvode
// final: y[1] = 0.0002339942217046434
// final: y[2] = 0.0003595616017506735
// final: y[3] = 0.0001173741304462833
// final: y[4] = 0.4026980529594953
// assert: states == 400 and time_events == 1
// origin: Reference solution of the Test Set for IVP Solvers, release 2.4 (Mazzia, Magherini 2008).
