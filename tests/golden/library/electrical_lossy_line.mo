// stage: simulate
// model: Formola.Examples.Electrical.LossyLine
// options: --tolerance 1e-9
// tolerance: 1e-6
// configs: --ignore-hints
// final: line.n.v = cosh(acosh(1.005)/2)/cosh(10.5*acosh(1.005))
