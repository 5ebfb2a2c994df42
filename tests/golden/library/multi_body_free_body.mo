// stage: simulate
// model: Formola.Examples.MultiBody.FreeBody
// tolerance: 1e-5
// analytic: L_0[1] = 0.1
// analytic: L_0[2] = 10
// analytic: L_0[3] = 0.6
// analytic: energy = 26.065
// analytic: norm = 1
