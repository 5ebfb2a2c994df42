// stage: simulate
// model: Formola.Examples.Classics.Pollution
// options: --tolerance 1e-7 --intervals 1 --filter ^y
// tolerance: 1e-5
// configs: --backend interp; --method cvode; --method ida:dense
// final: y[1] = 0.05646255480022769
// final: y[2] = 0.1342484130422339
// final: y[3] = 4.139734331099427e-09
// final: y[4] = 0.005523140207484359
// final: y[5] = 2.018977262302196e-07
// final: y[6] = 1.464541863493966e-07
// final: y[7] = 0.07784249118997964
// final: y[8] = 0.3245075353396018
// final: y[9] = 0.007494013383880406
// final: y[10] = 1.622293157301561e-08
// final: y[11] = 1.135863833257075e-08
// final: y[12] = 0.002230505975721359
// final: y[13] = 0.000208716288279863
// final: y[14] = 1.396921016840158e-05
// final: y[15] = 0.008964884856898295
// final: y[16] = 4.352846369330103e-18
// final: y[17] = 0.006899219696263405
// final: y[18] = 0.0001007803037365946
// final: y[19] = 1.772146513969984e-06
// final: y[20] = 5.682943292316392e-05
// origin: Reference solution of the Test Set for IVP Solvers, release 2.4 (Mazzia, Magherini 2008).
