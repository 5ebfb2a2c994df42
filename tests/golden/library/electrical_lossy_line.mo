// stage: simulate
// model: Formola.Examples.Electrical.LossyLine
// tolerance: 5e-2
// final: line.n.v = 1/cosh(1)
