// stage: simulate
// model: Formola.Examples.MultiBody.FourBar
// tolerance: 1e-6
// analytic: joint2.phi = exact
// analytic: joint1.a = exact2
// analytic: energy = 3*9.81*sin(pi/3)
