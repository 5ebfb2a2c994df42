// stage: simulate
// model: Formola.Examples.Blocks.DiscreteController
// tolerance: 1e-2
// final: plant.y = 1
// final: filter.y[1] = 1
