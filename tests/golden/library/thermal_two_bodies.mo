// stage: simulate
// model: Formola.Examples.Thermal.TwoBodies
// tolerance: 1e-4
// analytic: body1.T = exact
// analytic: thermometer.T = exact
// analytic: flow_.Q_flow = 200*exp(-time*4/15)
