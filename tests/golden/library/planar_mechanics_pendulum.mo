// stage: simulate
// model: Formola.Examples.PlanarMechanics.Pendulum
// tolerance: 1e-5
// analytic: joint.z = exact
// analytic: energy = 0
