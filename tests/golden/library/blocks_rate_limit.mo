// stage: simulate
// model: Formola.Examples.Blocks.RateLimit
// tolerance: 1e-4
// analytic: limiter.y = exact
// final: area.y = 0.75 + 0.125
