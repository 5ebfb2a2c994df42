// stage: simulate
// model: Formola.Examples.BondGraphs.ControlledMotor
// tolerance: 1e-5
// analytic: slide.v = exact
// final: voltage.y = 0.2
