// stage: simulate
// model: Formola.Examples.Classics.HIRES
// options: --tolerance 3e-8 --intervals 1 --filter ^y
// note: At 1e-7 the error of cvode lies between 4e-6 and 1.3e-5, by which rounding its Jacobian has.
// tolerance: 1e-5
// configs: --backend interp; --method cvode; --method ida:dense
// final: y[1] = 0.0007371312573325668
// final: y[2] = 0.0001442485726316185
// final: y[3] = 5.888729740967575e-05
// final: y[4] = 0.001175651343283149
// final: y[5] = 0.002386356198831331
// final: y[6] = 0.006238968252742796
// final: y[7] = 0.002849998395185769
// final: y[8] = 0.002850001604814231
// origin: Reference solution of the Test Set for IVP Solvers, release 2.4 (Mazzia, Magherini 2008).
