// stage: simulate
// model: Formola.Examples.Process.Column
// tolerance: 1e-3
// final: column.x[1] = 0.01
// final: column.x[41] = 0.99
// final: balance = 0
