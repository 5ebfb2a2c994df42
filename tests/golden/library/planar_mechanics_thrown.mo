// stage: simulate
// model: Formola.Examples.PlanarMechanics.Thrown
// tolerance: 1e-5
// analytic: body.r[2] = exact
// analytic: body.phi = 5*time
// analytic: rail.s = 9.81*sin(0.5)*time^2/2
