// stage: simulate
// model: Formola.Examples.PlanarMechanics.SpringMass
// tolerance: 1e-5
// analytic: body.r[1] = exact
// analytic: body.phi = time^2/2
