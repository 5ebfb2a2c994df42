// stage: simulate
// model: Formola.Examples.Blocks.LimitedPID
// tolerance: 1e-3
// final: plant2.y = 1
