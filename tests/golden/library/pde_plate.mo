// stage: simulate
// model: Formola.Examples.PDE.Plate
// tolerance: 1e-5
// analytic: plate.u[1,1] = exact
