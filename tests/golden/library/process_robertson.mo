// stage: simulate
// model: Formola.Examples.Process.Robertson
// tolerance: 1e-6
// final: network.c[1] = 0.7158270688
// final: network.c[2] = 0.9185534765e-5
// final: network.c[3] = 0.2841637457
// note: Values at t = 40 as printed for the example of SUNDIALS and LSODE (Hindmarsh): 0.7158, 9.185e-6, 0.2842.
