// stage: simulate
// model: Formola.Examples.PDE.Membrane
// tolerance: 1e-5
// analytic: centre = exact
