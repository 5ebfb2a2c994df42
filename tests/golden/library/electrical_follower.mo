// stage: simulate
// model: Formola.Examples.Electrical.Follower
// tolerance: 1e-4
// analytic: amplifier.out.v = exact
