// stage: simulate
// model: Formola.Examples.Rotational.PrescribedMotion
// tolerance: 1e-5
// analytic: damper.tau = -exact
// analytic: inertia.a = exact2
// analytic: power.power = 2*sin(pi*time)^2
