// stage: simulate
// model: Formola.Examples.Thermal.RadiationToSpace
// tolerance: 1e-5
// analytic: body.T = exact
