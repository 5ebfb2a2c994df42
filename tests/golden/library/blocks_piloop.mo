// stage: simulate
// model: Formola.Examples.Blocks.PILoop
// tolerance: 1e-5
// analytic: plant.y = exact
