// stage: simulate
// model: Formola.Examples.MultiBody.SpringMass
// configs: --ignore-hints
// tolerance: 1e-5
// analytic: joint.s = exact
// analytic: cut.force[2] = 9.81*exact
// note: The world carries the force of the spring.
