// stage: simulate
// model: Formola.Examples.MultiBody.SpringMass
// tolerance: 1e-6
// analytic: joint.s = exact
