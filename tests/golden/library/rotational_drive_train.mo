// stage: simulate
// model: Formola.Examples.Rotational.DriveTrain
// configs: --ignore-hints
// tolerance: 1e-5
// analytic: shaft2.w = exact
// analytic: torqueSensor.tau = 0.8
// analytic: angle.phi = 0.2*time^2
// analytic: acceleration.a = 0.4
