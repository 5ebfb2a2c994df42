// stage: simulate
// model: Formola.Examples.Papers.Pendulum
// options: --tolerance 1e-10
// tolerance: 1e-6
// configs: --method inline:radau5
// analytic: energy = -10*9.81*cos(pi/4)
// final: phi = 0.2135638702
// note: The angle at the end is computed separately by the classical Runge-Kutta method with 1e5 steps.
