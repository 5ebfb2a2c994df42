// stage: simulate
// model: Formola.Examples.PDE.Drift
// options: --filter ^(corner|exact)$
// tolerance: 1e-2
// analytic: corner = exact
