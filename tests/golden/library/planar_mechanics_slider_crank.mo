// stage: simulate
// model: Formola.Examples.PlanarMechanics.SliderCrank
// tolerance: 1e-5
// analytic: guide.s = exact
// analytic: energy = 34.226677
