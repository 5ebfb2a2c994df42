// stage: simulate
// model: Formola.Examples.Papers.NodalCircuit
// configs: --ignore-hints
// tolerance: 1e-5
// analytic: C.v = 0.8*(1 - exp(-1.25*time))
