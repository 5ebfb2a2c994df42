// stage: simulate
// model: Formola.Examples.Blocks.SampledLoop
// tolerance: 1e-5
// final: plant.y = 1 - 0.5^20
