// stage: simulate
// model: Formola.Examples.Classics.HIRES
// options: --method inline:bdf --tolerance 1e-8 --intervals 1 --filter ^y
// tolerance: 1e-5
// final: y[1] = 0.0007371312573325668
// final: y[8] = 0.002850001604814231
// assert: steps_accepted < 2000 and steps_rejected < 100
// note: Formulas of the linear part and their guards must not disturb the iteration.
