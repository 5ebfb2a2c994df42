// stage: simulate
// model: Formola.Examples.BondGraphs.Motor
// tolerance: 1e-5
// analytic: speed.y = exact
// final: bond.P = 12/0.5*(12 - 9.6*(1-exp(-5))) - 2*(12 - 9.6*(1-exp(-5)))^2
