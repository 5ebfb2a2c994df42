// stage: simulate
// model: Formola.Examples.Classics.Oregonator
// options: --tolerance 1e-8 --intervals 1 --filter ^y
// tolerance: 1e-4
// configs: --backend interp; --method cvode; --method ida:dense
// final: y[1] = 1.000814870318523
// final: y[2] = 1228.178521549917
// final: y[3] = 132.0554942846706
// origin: Reference solution of the Test Set for IVP Solvers, release 2.4 (Mazzia, Magherini 2008).
