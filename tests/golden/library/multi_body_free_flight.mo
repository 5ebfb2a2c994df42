// stage: simulate
// model: Formola.Examples.MultiBody.FreeFlight
// tolerance: 1e-6
// analytic: position.r[2] = exact
// analytic: motion.Q[4] = exact2
// analytic: position.r[1] = time
