// stage: simulate
// model: Formola.Examples.MultiBody.ReversedPendulum
// tolerance: 1e-6
// analytic: joint.a = exact
