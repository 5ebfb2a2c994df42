// stage: simulate
// model: Formola.Examples.Process.Enzyme
// tolerance: 1e-6
// configs: --method inline:bdf
// analytic: enzyme = 1
// analytic: substrate = 5
// final: product = 5
// note: Conservation of enzyme and substrate; after 40 time constants of the slowest step all substrate is product.
