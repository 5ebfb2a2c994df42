// stage: simulate
// model: Formola.Examples.Electrical.LoadedIdealTransformer
// tolerance: 1e-9
// analytic: load.v = exact
// analytic: vLoad.v = 3*exact
// analytic: iLoad.v = -2*exact
