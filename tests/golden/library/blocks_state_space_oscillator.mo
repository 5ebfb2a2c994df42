// stage: simulate
// model: Formola.Examples.Blocks.StateSpaceOscillator
// tolerance: 1e-5
// analytic: oscillator.y[1] = exact
