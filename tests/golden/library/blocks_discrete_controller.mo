// stage: simulate
// model: Formola.Examples.Blocks.DiscreteController
// tolerance: 1e-6
// final: plant.y = 0.9999610922185301
// final: sampler.y = 0.9999610922185301
// final: controller.y = 1.0000045436678877
// final: unitDelay.y = 0.9999564647721099
// final: integral.y = 0.342844488378934
// final: filter.y[1] = 0.9999165174395249
// note: Values of the recursion with the exactly discretised plant, computed separately.
