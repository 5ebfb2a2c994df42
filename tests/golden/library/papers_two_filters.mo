// stage: simulate
// model: Formola.Examples.Papers.TwoFilters
// tolerance: 1e-5
// analytic: filter2.y = exact
