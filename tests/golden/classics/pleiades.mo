// stage: simulate
// model: Formola.Examples.Classics.Pleiades
// options: --tolerance 1e-8 --intervals 1 --filter ^y
// tolerance: 2e-3
// configs: --backend interp; --method cvode; --method ida:dense; --method dopri5
// final: y[1] = 0.3706139143970502
// final: y[2] = 3.237284092057233
// final: y[3] = -3.222559032418324
// final: y[4] = 0.659709145577531
// final: y[5] = 0.3425581707156584
// final: y[6] = 1.562172101400631
// final: y[7] = -0.7003092922212495
// final: y[8] = -3.943437585517392
// final: y[9] = -3.27138097397255
// final: y[10] = 5.225081843456543
// final: y[11] = -2.59061243497747
// final: y[12] = 1.198213693392275
// final: y[13] = -0.2429682344935824
// final: y[14] = 1.09144924042898
// final: y[15] = 3.417003806314313
// final: y[16] = 1.354584501625501
// final: y[17] = -2.590065597810775
// final: y[18] = 2.025053734714242
// final: y[19] = -1.155815100160448
// final: y[20] = -0.8072988170223021
// final: y[21] = 0.595239635420871
// final: y[22] = -3.74124496123401
// final: y[23] = 0.377345968575063
// final: y[24] = 0.9386858869551074
// final: y[25] = 0.3667922227200571
// final: y[26] = -0.347404635380849
// final: y[27] = 2.344915448180937
// final: y[28] = -1.947020434263292
// origin: Reference solution of the Test Set for IVP Solvers, release 2.4 (Mazzia, Magherini 2008).
