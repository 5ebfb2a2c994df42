// stage: simulate
// model: Formola.Examples.Process.ConsecutiveReactions
// tolerance: 1e-5
// analytic: network.c[1] = exp(-time)
// analytic: network.c[2] = exact
// analytic: network.c[3] = 1 - exp(-time) - exact
