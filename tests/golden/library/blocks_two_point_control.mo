// stage: simulate
// model: Formola.Examples.Blocks.TwoPointControl
// tolerance: 1e-4
// final: plant.y = 0.6*exp(-(5 + log(0.4) - 10*log(1.5)))
// assert: state_events >= 11
// note: Eleven switches: heating to 0.6 at -log(0.4), then every log(1.5); the last cools from 0.6.
