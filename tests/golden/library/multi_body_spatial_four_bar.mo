// stage: simulate
// model: Formola.Examples.MultiBody.SpatialFourBar
// tolerance: 1e-4
// analytic: energy = 20.27
// analytic: length.distance = sqrt(2)
