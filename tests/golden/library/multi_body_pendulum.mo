// stage: simulate
// model: Formola.Examples.MultiBody.Pendulum
// tolerance: 1e-5
// configs: --backend interp
// analytic: joint.a = exact
// analytic: energy = 0
