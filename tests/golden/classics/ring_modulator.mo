// stage: simulate
// model: Formola.Examples.Classics.RingModulator
// options: --tolerance 1e-7 --intervals 1 --filter ^y
// tolerance: 1e-2
// configs: --method cvode
// slow: a few hundred thousand steps
// final: y[1] = -0.02339057358486745
// final: y[2] = -0.007367485485540825
// final: y[3] = 0.2582956709291169
// final: y[4] = -0.406446572128345
// final: y[5] = -0.4039455665149794
// final: y[6] = 0.2607966765422943
// final: y[7] = 0.1106761861269975
// final: y[8] = 2.939904342435596e-07
// final: y[9] = -2.840029933642329e-08
// final: y[10] = 0.0007267198267264553
// final: y[11] = 0.000792948719696084
// final: y[12] = -0.0007255283495698965
// final: y[13] = -0.0007941401968526521
// final: y[14] = 7.088495416976114e-05
// final: y[15] = 2.39005907523657e-05
// origin: Reference solution of the Test Set for IVP Solvers, release 2.4 (Mazzia, Magherini 2008).
