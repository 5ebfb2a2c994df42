// stage: simulate
// model: Formola.Examples.Electrical.SaturatedPMOS
// tolerance: 1e-6
// analytic: pmos.id = exact
