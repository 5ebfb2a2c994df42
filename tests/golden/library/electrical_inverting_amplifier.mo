// stage: simulate
// model: Formola.Examples.Electrical.InvertingAmplifier
// tolerance: 1e-4
// analytic: output_.phi = exact
