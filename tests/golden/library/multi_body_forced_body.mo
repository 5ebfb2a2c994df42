// stage: simulate
// model: Formola.Examples.MultiBody.ForcedBody
// tolerance: 1e-6
// analytic: motion.r_rel[1] = exact
// analytic: motion.r_rel[2] = 0
// analytic: motion.r_rel[3] = time^2/2
// analytic: velocity.w[3] = exact2
// analytic: velocity.v[1] = 2*time
