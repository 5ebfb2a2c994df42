// stage: simulate
// model: Formola.Examples.Papers.PinnedBody
// tolerance: 1e-6
// analytic: der(w) = exact
// assert: states == 2
