// stage: simulate
// model: Formola.Examples.Rotational.ReversedGear
// tolerance: 1e-5
// analytic: shaft2.w = exact
