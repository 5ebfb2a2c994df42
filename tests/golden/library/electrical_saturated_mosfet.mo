// stage: simulate
// model: Formola.Examples.Electrical.SaturatedMOSFET
// tolerance: 1e-4
// analytic: nmos.id = exact
