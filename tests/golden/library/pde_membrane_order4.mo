// stage: simulate
// model: Formola.Examples.PDE.Membrane
// options: --filter ^(centre4|limit)$
// tolerance: 1e-4
// analytic: centre4 = limit
