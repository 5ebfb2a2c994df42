// stage: simulate
// model: Formola.Examples.MultiBody.SphericalPendulum
// tolerance: 1e-6
// configs: --backend interp
// analytic: energy = 0.175 + 2.5*(sqrt(5) - 1)^2
