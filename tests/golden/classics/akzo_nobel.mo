// stage: simulate
// model: Formola.Examples.Classics.AkzoNobel
// options: --tolerance 1e-7 --intervals 1 --filter ^y
// tolerance: 1e-5
// configs: --backend interp; --method cvode; --method ida:dense
// final: y[1] = 0.1150794920661702
// final: y[2] = 0.001203831471567715
// final: y[3] = 0.1611562887407974
// final: y[4] = 0.0003656156421249283
// final: y[5] = 0.01708010885264404
// final: y[6] = 0.004873531310307455
// origin: Reference solution of the Test Set for IVP Solvers, release 2.4 (Mazzia, Magherini 2008).
