// stage: simulate
// model: Formola.Examples.Electrical.DiffusionLine
// tolerance: 5e-3
// final: line.n.v = 1 - 4/pi*exp(-pi^2/4*2)
