// stage: simulate
// model: Formola.Examples.Classics.Robertson
// options: --tolerance 1e-8 --intervals 1 --filter ^y
// tolerance: 1e-4
// configs: --backend interp; --method cvode; --method ida:dense
// final: y[1] = 2.083340149701255e-08
// final: y[2] = 8.333360770334713e-14
// final: y[3] = 0.999999979166505
// origin: Reference solution of the Test Set for IVP Solvers, release 2.4 (Mazzia, Magherini 2008).
