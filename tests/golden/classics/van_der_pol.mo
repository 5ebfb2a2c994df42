// stage: simulate
// model: Formola.Examples.Classics.VanDerPol
// options: --tolerance 1e-7 --intervals 1 --filter ^y
// tolerance: 1e-5
// configs: --backend interp; --method cvode; --method ida:dense
// final: y[1] = 1.706167732170469
// final: y[2] = -0.8928097010248125
// origin: Reference solution of the Test Set for IVP Solvers, release 2.4 (Mazzia, Magherini 2008).
