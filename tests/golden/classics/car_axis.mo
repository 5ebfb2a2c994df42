// stage: simulate
// model: Formola.Examples.Classics.CarAxis
// options: --tolerance 1e-9 --intervals 1 --filter ^y
// tolerance: 1e-4
// configs: --backend interp; --method cvode; --method ida:dense
// final: y[1] = 0.04934557842754028
// final: y[2] = 0.49698946023017115
// final: y[3] = 1.0417425248854215
// final: y[4] = 0.37391102726536124
// final: y[5] = -0.07705836840409723
// final: y[6] = 0.007446866587237785
// final: y[7] = 0.017556815753723223
// final: y[8] = 0.7703410437792519
// final: y[9] = -0.004736886590848933
// final: y[10] = -0.0011046803312573436
// assert: states == 4
// origin: Reference solution of the Test Set for IVP Solvers, release 2.4 (Mazzia, Magherini 2008).
